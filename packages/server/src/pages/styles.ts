const css = `
:root { color-scheme: light dark; --bg: #ffffff; --surface: #fbfaf8; --border: #e7e4de; --text: #15171b; --muted: #6b6760; --accent: #8a5a12; --code: #f4f1ec }
@media (prefers-color-scheme: dark) { :root { --bg: #0e0f12; --surface: #15171b; --border: #2a2d33; --text: #f3f1ed; --muted: #9a978f; --accent: #e0b266; --code: #1c1f24 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--bg); color: var(--text); font: 14px/1.5 ui-sans-serif, system-ui, sans-serif }
a { color: var(--accent); text-underline-offset: 3px }
a:focus-visible, summary:focus-visible, input:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; border-radius: 4px }
h1 { font-size: 28px; line-height: 1.2; font-weight: 600; margin: 0 0 8px }
h2 { font-size: 20px; line-height: 1.2; font-weight: 600; margin: 40px 0 12px }
p { margin: 0 0 16px; color: var(--muted) }
.card { max-width: 480px; margin: 12vh auto 0; padding: 32px }
.links { list-style: none; margin: 24px 0 0; padding: 0; border-top: 1px solid var(--border) }
.links li { display: flex; justify-content: space-between; gap: 16px; padding: 12px 0; border-bottom: 1px solid var(--border) }
.links a { font-weight: 500 }
.links span { color: var(--muted); text-align: end }
`

/** One small stylesheet for the server's own pages, served as a file so that no page needs inline styles. */
export const pageStyles = { path: '/assets/pages.css', css }
