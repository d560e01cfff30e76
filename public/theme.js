// Before the first paint, and so before the page's own script: the colours that the person or the system
// asks for. The same rules as src/ui/theme/theme.ts; a file, because the policy forbids inline scripts.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // storage is forbidden: the system decides
    }
  };
  const setting = stored('theme');
  const dark = setting === 'dark' || (setting !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  const colour = stored('theme-color');
  const { dataset } = document.documentElement;
  dataset.theme = dark ? 'dark' : 'light';
  dataset.color = colour === 'blue' || colour === 'red' ? colour : 'default';
})();
