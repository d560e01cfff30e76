// The texts of the embedded provider's e-mail. None has a name that somebody has entered: whoever signs up with another one's
// address would send them words of their own.

import type { Message } from '../mail/mailer.ts';

const IGNORE = 'If it was not you, ignore this message: nothing changes.';

/** To verify the address of an account. */
export function verifyLetter(to: string, origin: string, link: string): Message {
  return {
    to,
    subject: 'Verify your e-mail address',
    text: `Somebody, probably you, has an account at ${origin} with this e-mail address.

Verify the address, so that documents can be shared with it:
${link}

The link works for three days. ${IGNORE}
`,
  };
}

/** To choose a new password. */
export function resetLetter(to: string, origin: string, link: string): Message {
  return {
    to,
    subject: 'Choose a new password',
    text: `Somebody, probably you, has forgotten the password of the account at ${origin} with this e-mail address.

Choose a new one:
${link}

The link works once, within an hour. ${IGNORE}
`,
  };
}

/** To the new address of an account. */
export function changeLetter(to: string, origin: string, link: string): Message {
  return {
    to,
    subject: 'Confirm your new e-mail address',
    text: `Somebody, probably you, wants to use this e-mail address for an account at ${origin}.

Confirm it:
${link}

The link works for one day. ${IGNORE}
`,
  };
}

/** To the present address, when another one is asked for. */
export function changeAskedLetter(to: string, origin: string, next: string): Message {
  return {
    to,
    subject: 'Your e-mail address is to be changed',
    text: `Somebody, probably you, has asked to change the e-mail address of your account at ${origin} to ${next}.

If it was not you, change your password: the link that was sent to the new address then stops working.
${origin}/v2/provider/account
`,
  };
}

/** To the earlier address, once it is changed. */
export function changedLetter(to: string, origin: string, next: string): Message {
  return {
    to,
    subject: 'Your e-mail address was changed',
    text: `The e-mail address of your account at ${origin} is now ${next}. This one does not belong to it any more.

If it was not you, tell the operator of ${origin}.
`,
  };
}

/** After a password was reset. */
export function passwordLetter(to: string, origin: string): Message {
  return {
    to,
    subject: 'Your password was changed',
    text: `The password of your account at ${origin} was changed, and it is signed out everywhere.

If it was not you, choose another one: ${origin}/v2/provider/forgotten
`,
  };
}
