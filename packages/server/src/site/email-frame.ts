import { constantResponse } from './constant-response.ts'

/**
 * The page that the dashboard puts emails into, each in a sandboxed frame that its browser makes. Such a frame has the
 * policy of the page around it. Emails are styled inline, which the policy of the dashboard forbids; scripts, forms and
 * other pages never work here.
 */
export const emailFrame = constantResponse(
  `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <title>Email</title>
    <style>
      /* What the email is told the reader prefers is decided outside. */
      :root { color-scheme: light dark; }
      body { margin: 0; }
      iframe { position: fixed; inset: 0; width: 100%; height: 100%; border: 0; }
      /* The next version, until it takes the place of this one. */
      iframe:not(:first-child) { visibility: hidden; }
    </style>
  </head>
  <body></body>
</html>
`,
  {
    'content-type': 'text/html; charset=utf-8',
    'content-security-policy':
      "default-src 'none'; style-src 'unsafe-inline'; img-src https: http: data:; font-src https: data:; " +
      "form-action 'none'; base-uri 'none'; frame-ancestors 'self'",
    'cross-origin-opener-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'x-content-type-options': 'nosniff',
  },
)
