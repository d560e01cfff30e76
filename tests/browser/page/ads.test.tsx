// The column for ads, with and without a subscription.

import { createRoot } from 'react-dom/client';
import { proxy } from 'valtio';
import { afterEach, describe, expect, it, onTestFinished } from 'vitest';
import { Ads } from '../../../src/ui/page/ads.tsx';
import { createAccount } from '../../../src/ui/account/account.ts';

const NOBODY = { signIn: null, signOut: null, signUp: null, account: null, quarterly: null, yearly: null };

afterEach(() => document.querySelector('#configuration')?.remove());

function show(hasSubscription: boolean): HTMLElement {
  const configuration = document.createElement('script');
  Object.assign(configuration, { type: 'application/json', id: 'configuration', textContent: '{"ads":{"isOn":true}}' });
  const place = document.createElement('div');
  document.body.append(configuration, place);
  const account = createAccount(NOBODY, null);
  const user = { fullName: 'Ada', email: 'ada@example.org', subscriptions: [{ active: hasSubscription }] };
  const state = proxy({ user, isKnown: true, modal: null });
  const root = createRoot(place);
  root.render(
    <>
      <Ads account={{ ...account, state }} />
      <p>rendered</p>
    </>,
  );
  onTestFinished(() => {
    root.unmount();
    place.remove();
  });
  return place;
}

describe('the column for ads', () => {
  it('[PAN-6] is there for who has no subscription', async () => {
    const place = show(false);
    await expect.poll(() => place.textContent).toContain('rendered');
    expect(place.querySelector('aside')).not.toBeNull();
  });

  it('[PAN-6] [OFF-2] is not there for subscribers', async () => {
    const place = show(true);
    await expect.poll(() => place.textContent).toBe('rendered');
    expect(place.querySelector('aside')).toBeNull();
  });
});
