// Links to the content of a panel: which kinds there are, and what each of them reveals to a recipient.

import { copyText } from '../widgets/begin-copy.ts';
import { useEffect, useId, useState } from 'react';
import { formatSize } from '../../shared/bytes/size.ts';
import type { App } from '../app-model/app-model.ts';
import { heldDocuments, linkToView, MAX_LINK_LENGTH, mayLinkView } from './view-link.ts';
import { isPublic } from '../model/access.ts';
import type { Compress } from '../documents/storage/content-form.ts';
import { packInline, plainInline } from '../documents/incoming/write-inline.ts';
import { isWithdrawn, messageOf } from '../notices/notices.ts';
import { CodedError } from '../../shared/errors.ts';
import { encodingLabel } from '../../shared/document/encoding-name.ts';
import { STALE } from '../../shared/texts/documents.ts';
import { storedEncoding } from '../model/origin.ts';
import { sameDocument } from '../panel-core/shown-document.ts';
import type { PanelCore } from '../panel-core/panel-core.ts';
import { formatCompoundKey, formatRoute } from '../link/route.ts';
import type { CompoundKey } from '../model/document-key.ts';
import { Button } from '../widgets/button.tsx';
import { Actions, Dialog } from '../widgets/dialog/dialog.tsx';
import { LeakNote } from '../leaks/leak-note.tsx';
import { showLeaks } from '../leaks/leaks-state.ts';
import { findInTexts } from '../client/leak-finder.ts';
import { redactedCopy } from '../leaks/redaction.ts';
import { LEAKS } from '../strings/panel/leaks.ts';
import { VIEW_LINK } from '../strings/panel/view-link.ts';
import { SHARE } from '../strings/documents/share.ts';
import { CLOSE } from '../strings/app/layout.ts';
import styles from './share-dialog.module.css';

/** Some programs truncate links longer than this, in characters. */
const LONG_LINK = 8 * 1024;
/** Largest document that an inline link is made for, in bytes: larger ones are too long even when compressed. */
const MAX_INLINE_BYTES = 32 * 1024 * 1024;

export interface SharedLink {
  readonly title: string;
  /** What a recipient of the link can see. */
  readonly reveals: string;
  /** `null` if there can't be one. */
  readonly url: string | null;
  readonly warning: string | null;
}

export interface ShareDialogProps {
  readonly core: PanelCore;
  readonly app: Pick<App, 'panels' | 'comparing' | 'documents' | 'confirm'>;
  readonly open: boolean;
  readonly onClose: () => void;
  /** Opens the dialog for access to a document in the cloud. */
  readonly onAccess: () => void;
}

export default function ShareDialog({ core, app, open, onClose, onAccess }: ShareDialogProps) {
  return (
    <Dialog title={SHARE.title} open={open} onClose={onClose} wide>
      {open && <Content core={core} app={app} onClose={onClose} />}
      <Actions>
        {core.state.document.origin.kind === 'cloud' && (
          <Button look="outline" onClick={onAccess}>
            {SHARE.access}
          </Button>
        )}
        <Button look="outline" onClick={onClose}>
          {CLOSE}
        </Button>
      </Actions>
    </Dialog>
  );
}

function Content({ core, app, onClose }: Pick<ShareDialogProps, 'core' | 'app' | 'onClose'>) {
  const [isRedacted, setIsRedacted] = useState(false);
  const { compress } = app.documents;
  return (
    <>
      <Links {...{ core, compress, isRedacted, onClose }} onRedacted={setIsRedacted} />
      <ViewLink key={String(isRedacted)} {...{ core, app, isRedacted }} />
    </>
  );
}

interface LinksProps extends Pick<ShareDialogProps, 'core' | 'onClose'> {
  readonly compress: Compress;
  /** Whether the links are to redacted copies. */
  readonly isRedacted: boolean;
  readonly onRedacted: (isRedacted: boolean) => void;
}

function Links({ core, compress, isRedacted, onRedacted, onClose }: LinksProps) {
  const [links, setLinks] = useState<readonly SharedLink[] | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  useEffect(() => {
    const closing = new AbortController();
    linksTo(core, compress, isRedacted, closing.signal).then(
      (found) => !closing.signal.aborted && setLinks(found),
      (error: unknown) => !isWithdrawn(error) && setProblem(messageOf(error)),
    );
    return () => closing.abort();
  }, [core, compress, isRedacted]);
  const toggle = (): void => {
    setLinks(null);
    onRedacted(!isRedacted);
  };
  const showList = (): void => {
    onClose();
    showLeaks(core, true);
  };
  return (
    <>
      <LeakNote core={core} exit="share" onShow={showList}>
        <Button look="outline" pressed={isRedacted} onClick={toggle}>
          {isRedacted ? LEAKS.shareAll : LEAKS.shareCopy}
        </Button>
      </LeakNote>
      {problem !== null ? (
        <p role="alert">{problem}</p>
      ) : links === null ? (
        <p>{SHARE.making}</p>
      ) : (
        links.map((link) => <Link key={link.title} link={link} />)
      )}
    </>
  );
}

function Link({ link }: { readonly link: SharedLink }) {
  const id = useId();
  const [copied, setCopied] = useState(false);
  const { title, reveals, url, warning } = link;
  const copy = async (): Promise<void> => {
    if (url === null) return;
    await copyText(url);
    setCopied(true);
  };
  return (
    <section className={styles.link} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {title}
      </h3>
      <p className={styles.reveals}>{reveals}</p>
      {url !== null && (
        <div className={styles.row}>
          <input
            className={styles.field}
            dir="ltr"
            readOnly
            value={url}
            aria-label={SHARE.address(title)}
            onFocus={(event) => event.currentTarget.select()}
          />
          <Button look="outline" label={SHARE.copyOf(title)} onClick={() => void copy().catch(() => undefined)}>
            {copied ? SHARE.copied : SHARE.copy}
          </Button>
        </div>
      )}
      {warning !== null && <p className={styles.warning}>{warning}</p>}
    </section>
  );
}

/** The link to both panels. It is made on request, after the user has read what it would contain. */
function ViewLink({
  core,
  app,
  isRedacted,
}: Pick<ShareDialogProps, 'core' | 'app'> & { readonly isRedacted: boolean }) {
  const id = useId();
  const [link, setLink] = useState<SharedLink | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  const [held] = useState(() => heldDocuments(app));
  if (link !== null) return <Link link={link} />;
  const make = async (): Promise<void> => {
    const { place } = core.state.document;
    const at = place === null || place.path.length === 0 ? null : { side: core.side, path: place.path };
    if (!(await mayLinkView(app, isRedacted))) return;
    const url = await linkToView(app, app.documents.compress, at, { isRedacted });
    const warning = url.length > LONG_LINK ? SHARE.long(formatSize(url.length)) : null;
    setLink({ title: VIEW_LINK.title, reveals: VIEW_LINK.reveals, url, warning });
  };
  const names = held.map(({ name, size }) => VIEW_LINK.document(name, formatSize(size))).join(VIEW_LINK.and);
  return (
    <section className={styles.link} aria-labelledby={id}>
      <h3 id={id} className={styles.title}>
        {VIEW_LINK.title}
      </h3>
      <p className={styles.reveals}>
        {VIEW_LINK.reveals} {held.length > 0 ? VIEW_LINK.holds(names) : VIEW_LINK.names}{' '}
        {held.length > 0 && isRedacted && LEAKS.areRedacted}
      </p>
      <div className={styles.row}>
        <Button look="outline" onClick={() => void make().catch((error: unknown) => setProblem(messageOf(error)))}>
          {VIEW_LINK.make}
        </Button>
      </div>
      {problem !== null && (
        <p role="alert" className={styles.warning}>
          {problem}
        </p>
      )}
    </section>
  );
}

/** Returns the links to the content of a panel, the most useful one first. @throws CodedError `cancelled` */
async function linksTo(
  core: PanelCore,
  compress: Compress,
  isRedacted: boolean,
  signal: AbortSignal,
): Promise<SharedLink[]> {
  const { origin } = core.state.document;
  const links: SharedLink[] = [];
  if (origin.kind === 'cloud') {
    const { title, ...reveals } = SHARE.cloud;
    const said = origin.access === null ? 'unknown' : isPublic(origin.access) ? 'public' : 'private';
    links.push({ title, reveals: reveals[said], url: linkTo(origin.key), warning: null });
  }
  if (origin.kind === 'url')
    links.push({
      title: SHARE.url.title,
      reveals: SHARE.url.reveals,
      url: linkTo(origin.key),
      warning: await secretsInAddress(origin.key.id),
    });
  links.push(await inlineLink(core, compress, isRedacted, signal));
  if (origin.kind === 'local')
    links.push({ title: SHARE.local.title, reveals: SHARE.local.reveals, url: linkTo(origin.key), warning: null });
  return links;
}

/** What an address holds that is no address, as a token. */
async function secretsInAddress(address: string): Promise<string | null> {
  const groups = await findInTexts([address]);
  return groups.length === 0 ? null : LEAKS.inAddress(groups);
}

async function inlineLink(
  core: PanelCore,
  compress: Compress,
  isRedacted: boolean,
  signal: AbortSignal,
): Promise<SharedLink> {
  const { client, state } = core;
  const { title, asUtf8, asJson } = SHARE.inline;
  const isSame = sameDocument(core);
  const encoding = storedEncoding(state.document.origin, client.state.encoding);
  const reveals =
    (isRedacted ? `${LEAKS.isRedacted} ` : '') +
    SHARE.inline.reveals +
    (encoding === 'utf-8' ? '' : asUtf8(encodingLabel(encoding))) +
    (core.document.csvFile?.kept() ? asJson : '');
  const tooLong = { title, reveals, url: null, warning: SHARE.tooLong(formatSize(client.state.size)) };
  if (client.state.size > MAX_INLINE_BYTES) return tooLong;
  const { text, dialect } = await client.readVersion({ signal });
  const content = isRedacted ? await redactedCopy(core, signal) : text;
  // The other links are those of the document that was shown.
  if (!isSame()) throw new CodedError('stale', STALE.document);
  // The id consists of letters, digits, `-`, `_` and `.`, which are not percent-encoded, so its length is final.
  const most = MAX_LINK_LENGTH - linkTo({ source: 'json', id: '' }).length;
  const id = await packInline(content, dialect, compress, most);
  if (id === null) return tooLong;
  const packed = linkTo({ source: 'json', id });
  // A shorter link can stay readable.
  const short = content.size < packed.length ? plainInline(await content.text(), dialect) : null;
  const plain = short === null ? null : linkTo({ source: 'json', id: short });
  const url = plain !== null && plain.length <= packed.length ? plain : packed;
  return { title, reveals, url, warning: url.length > LONG_LINK ? SHARE.long(formatSize(url.length)) : null };
}

function linkTo(key: CompoundKey): string {
  const hash = formatRoute({ section: null, left: formatCompoundKey(key), right: null });
  return `${location.origin}${location.pathname}${hash}`;
}
