// Applies the theme of the user or the system before the first paint, and so before the page's own script. The rules are those of
// src/ui/theme/theme.ts. A separate file, because the policy forbids inline scripts.
(() => {
  const stored = (key) => {
    try {
      return localStorage.getItem(key);
    } catch {
      return null; // storage is forbidden: use the system's theme
    }
  };
  const setting = stored('theme');
  const dark = setting === 'dark' || (setting !== 'light' && matchMedia('(prefers-color-scheme: dark)').matches);
  const colour = stored('theme-color');
  const { dataset } = document.documentElement;
  dataset.theme = dark ? 'dark' : 'light';
  dataset.color = colour === 'blue' || colour === 'red' ? colour : 'default';
})();
