import { html } from 'hono/html'
import { pageStyles } from './styles.ts'

/** The address of the server itself: says what it is and where to go on. */
export function homePage(options: { demo: boolean }) {
  return html`<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Latchkey</title>
    <link rel="stylesheet" href="${pageStyles.path}" />
  </head>
  <body>
    <main class="card">
      <h1>Latchkey is running</h1>
      <p>Sign-in, users, teams, permissions, payments and e-mail for your app, on your own machine.</p>
      <ul class="links">
        ${options.demo ? html`<li><a href="/demo">Demo</a><span>Sign up and look around</span></li>` : ''}
        <li><a href="/docs">Docs</a><span>Every route of the API</span></li>
        <li><a href="/api/v1">API</a><span>Where your app connects to</span></li>
        <li><a href="/health">Health</a><span>For load balancers</span></li>
      </ul>
    </main>
  </body>
</html>`
}
