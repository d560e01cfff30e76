// Ways in which a page can ask for an address, each run in the page. `to(name)` makes an address of another origin that names it.

/** A way, and the code that takes it: the body of a function of `to`, and of `ws` for a socket. */
export const REQUEST_KINDS: Readonly<Record<string, string>> = {
  fetch: `fetch(to('fetch'))`,
  'fetch-post': `fetch(to('fetch-post'), { method: 'POST', body: 'x'.repeat(500) })`,
  'fetch-put': `fetch(to('fetch-put'), { method: 'PUT', body: new Blob(['abc']) })`,
  'fetch-head': `fetch(to('fetch-head'), { method: 'HEAD' })`,
  'fetch-no-cors': `fetch(to('fetch-no-cors'), { mode: 'no-cors' })`,
  'fetch-keepalive': `fetch(to('fetch-keepalive'), { keepalive: true, method: 'POST', body: 'x' })`,
  'fetch-credentials': `fetch(to('fetch-credentials'), { credentials: 'include' })`,
  xhr: `const x = new XMLHttpRequest(); x.open('GET', to('xhr')); x.send()`,
  'xhr-post': `const x = new XMLHttpRequest(); x.open('POST', to('xhr-post')); x.send('abc')`,
  beacon: `navigator.sendBeacon(to('beacon'), 'abc')`,
  eventsource: `const source = new EventSource(to('eventsource')); setTimeout(() => source.close(), 500)`,
  websocket: `new WebSocket(ws('websocket'))`,
  image: `new Image().src = to('image')`,
  'image-srcset': `const i = new Image(); i.srcset = to('image-srcset') + ' 1x'`,
  picture: `add('<picture><source srcset="' + to('picture') + '"><img></picture>')`,
  'svg-image': `add('<svg><image href="' + to('svg-image') + '" width="5" height="5"/></svg>')`,
  'svg-use': `add('<svg><use href="' + to('svg-use') + '#a"/></svg>')`,
  'input-image': `add('<input type="image" src="' + to('input-image') + '">')`,
  background: `add('<div style="width:9px;height:9px;background:url(' + to('background') + ')">x</div>')`,
  'css-import': `add('<style>@import url(' + to('css-import') + ');</style>')`,
  'css-cursor': `add('<style>body { cursor: url(' + to('css-cursor') + '), auto }</style>')`,
  'style-link': `link('stylesheet', 'style-link')`,
  font: `new FontFace('probe', 'url(' + to('font') + ')').load().catch(() => {})`,
  script: `const s = document.createElement('script'); s.src = to('script'); document.head.append(s)`,
  'script-module': `const s = document.createElement('script'); s.type = 'module'; s.src = to('script-module'); document.head.append(s)`,
  import: `import(to('import')).catch(() => {})`,
  worker: `new Worker(to('worker'))`,
  'shared-worker': `new SharedWorker(to('shared-worker'))`,
  'blob-worker': `new Worker(URL.createObjectURL(new Blob(['fetch("' + to('blob-worker') + '")'])))`,
  frame: `add('<iframe src="' + to('frame') + '"></iframe>')`,
  object: `add('<object data="' + to('object') + '"></object>')`,
  embed: `add('<embed src="' + to('embed') + '">')`,
  audio: `new Audio(to('audio')).load()`,
  video: `add('<video src="' + to('video') + '" poster="' + to('poster') + '" preload="auto"></video>')`,
  track: `add('<video><track default src="' + to('track') + '"></video>'); document.querySelector('track').track.mode = 'showing'`,
  prefetch: `link('prefetch', 'prefetch')`,
  preload: `link('preload', 'preload', { as: 'fetch', crossOrigin: 'anonymous' })`,
  'preload-image': `link('preload', 'preload-image', { as: 'image' })`,
  modulepreload: `link('modulepreload', 'modulepreload')`,
  icon: `link('icon', 'icon')`,
  manifest: `link('manifest', 'manifest')`,
  'frame-fetch': `add('<iframe></iframe>').contentWindow.fetch(to('frame-fetch'))`,
  'frame-image': `const f = add('<iframe></iframe>'); const i = f.contentDocument.createElement('img'); i.src = to('frame-image'); f.contentDocument.body.append(i)`,
  'srcdoc-frame': `add('<iframe srcdoc="<img src=' + to('srcdoc-frame') + '>"></iframe>')`,
  'own-interface': `fetch('/v2/own-interface')`,
  'own-beacon': `navigator.sendBeacon('/v2/own-beacon', 'abc')`,
  'form-frame': `add('<form method="post" target="_blank" action="' + to('form-frame') + '"></form>').submit()`,
  'form-get': `add('<form target="_blank" action="' + to('form-get') + '"><button></button></form>').requestSubmit()`,
  window: `open(to('window'))`,
  'link-blank': `add('<a target="_blank" href="' + to('link-blank') + '">x</a>').click()`,
  ping: `add('<a target="_blank" ping="' + to('ping') + '" href="about:blank">x</a>').click()`,
};

/** Ways that leave the page, where they succeed. */
export const NAVIGATION_KINDS: Readonly<Record<string, string>> = {
  location: `location.href = to('location')`,
  replace: `location.replace(to('replace'))`,
  'link-self': `add('<a href="' + to('link-self') + '">x</a>').click()`,
  // Of another origin, the attribute has no effect.
  'link-download': `add('<a download href="' + to('link-download') + '">x</a>').click()`,
  'form-self': `add('<form method="post" action="' + to('form-self') + '"></form>').submit()`,
  'window-self': `open(to('window-self'), '_self')`,
  refresh: `const m = document.createElement('meta'); m.httpEquiv = 'refresh'; m.content = '0;url=' + to('refresh'); document.head.append(m)`,
};

/** The start of each way's code. */
export const KIND_HELPERS = `
const add = (html) => { const box = document.createElement('div'); box.innerHTML = html; document.body.append(box); return box.firstElementChild; };
const link = (rel, name, more = {}) => { const made = Object.assign(document.createElement('link'), { rel, href: to(name), ...more }); document.head.append(made); };
`;
