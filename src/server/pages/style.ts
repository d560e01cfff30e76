// The style of the server's own pages: the colours and sizes of src/ui/theme/variables.css, light or dark with the system.

export const STYLE = `
:root { color-scheme: light dark; --bg: #fff; --surface: #f6f7f8; --line: #e2e6e9; --line-strong: #87919a; --text: #1b2025; --muted: #535e67;
  --accent: #0b7a55; --on-accent: #fff; --wrong: #b3261e; --shadow: 0 6px 24px rgb(20 28 34 / 12%); }
@media (prefers-color-scheme: dark) { :root { --bg: #21262b; --surface: #14171a; --line: #2a3036; --line-strong: #6b7680; --text: #e3e8ec;
  --muted: #a5b0ba; --accent: #35c48d; --on-accent: #08130e; --wrong: #ff9a92; --shadow: 0 8px 30px rgb(0 0 0 / 50%); } }
* { box-sizing: border-box; }
body { margin: 0; min-height: 100vh; padding: 24px 12px; background: var(--surface); color: var(--text);
  font: 14px/1.45 'Inter Variable', 'DejaVu Sans', system-ui, sans-serif; }
.card { max-width: 380px; margin: 6vh auto 0; padding: 24px; border: 1px solid var(--line); border-radius: 10px;
  background: var(--bg); box-shadow: var(--shadow); }
.logo { display: inline-flex; gap: 2px; padding: 2px; border-radius: 4px; }
.logo i { width: 9px; height: 16px; border-radius: 2px; background: var(--accent); }
.logo i + i { opacity: .45; }
h1 { margin: 10px 0 4px; font-size: 18px; }
h2 { margin: 24px 0 4px; padding-top: 16px; border-top: 1px solid var(--line); font-size: 14px; }
p { margin: 4px 0 12px; color: var(--muted); }
label { display: block; margin-top: 12px; color: var(--muted); }
input { display: block; width: 100%; min-height: 40px; margin-top: 4px; padding: 8px 11px; border: 1px solid var(--line-strong);
  border-radius: 6px; background: var(--bg); color: var(--text); font: inherit; }
input[aria-invalid=true] { border-color: var(--wrong); }
button, .button { display: block; width: 100%; min-height: 40px; margin-top: 16px; padding: 8px 12px; border: 1px solid var(--accent); border-radius: 4px;
  background: var(--accent); color: var(--on-accent); font: inherit; font-weight: 600; text-align: center; text-decoration: none; cursor: pointer; }
button.quiet, .button.quiet { border-color: var(--line-strong); background: transparent; color: var(--text); font-weight: 400; }
button.danger, .button.danger { border-color: var(--wrong); background: transparent; color: var(--wrong); }
.wrong { margin-top: 8px; color: var(--wrong); }
.said { margin-top: 8px; color: var(--accent); }
.price { margin: 8px 0; font-size: 22px; font-weight: 600; color: var(--text); }
.foot { margin: 20px 0 0; }
.foot.next { margin-top: 8px; }
.note { margin-top: 16px; padding: 8px 11px; border: 1px solid var(--line); border-radius: 6px; background: var(--surface); }
a { color: var(--accent); font-weight: 600; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
dl { margin: 12px 0; } dt { color: var(--muted); } dd { margin: 0 0 8px; overflow-wrap: anywhere; }
.rows { padding: 0; list-style: none; }
.rows li { display: flex; gap: 12px; align-items: center; justify-content: space-between; padding: 8px 0; }
.rows li + li { border-top: 1px solid var(--line); }
.rows b { color: var(--text); font-weight: 600; } .rows p { margin: 0; } .rows button { width: auto; margin: 0; white-space: nowrap; }
ul { margin: 8px 0; padding-left: 18px; color: var(--muted); }
`;
