// Before the first paint, and so before the page's own script: the colours that the person or the system
// asks for. The same rules as src/ui/theme/theme.ts; a file, because the policy forbids inline scripts.
(() => {
  let setting = null;
  try {
    setting = localStorage.getItem('theme');
  } catch {
    // storage is forbidden: the system decides
  }
  const dark = setting === 'dark' || (setting !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.dataset.theme = dark ? 'dark' : 'light';
})();
