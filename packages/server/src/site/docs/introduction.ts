import { describeLimit } from '@latchkey/contract'
import { html } from 'hono/html'
import type { Html } from '../../pages/layout.ts'
import { anchorOf } from './api.ts'
import type { Feature } from './features.ts'
import { renderInline } from './inline.ts'
import { errorsPath, pathOf, placeOfRoute } from './places.ts'
import { renderCode } from './route.ts'

export const sections = ['Overview', 'Access', 'Signed-in users', 'Requests', 'Errors', 'Limits', 'Routes'] as const

const heading = (name: (typeof sections)[number]) => html`<h2 id="${anchorOf(name)}">${name}</h2>`

/** What applies to every route, followed by the list of routes. */
export function renderIntroduction(url: string, features: Feature[]): Html {
  const operations = features.flatMap((feature) => feature.operations)
  const publicKeys = operations.find(({ 'x-route': id }) => id.endsWith('/jwks.json'))!
  return html`
    <div class="prose">
      <h1 id="overview">Latchkey API</h1>
      <p class="lead">
        Everything the SDK and the components do, they do through these routes. They are served under
        <code>${url}/api/v1</code>, and under <code>/api/latest</code> as well.
      </p>
      ${heading('Access')}
      <p>
        Three headers say which project a request is for and what it may do there. Each level has a key of its own; a key
        of another level does not help.
      </p>
      ${levelTable}
      ${renderCode(
        'Headers of a client',
        [
          'X-Stack-Project-Id: 7d8c5f0e-3b1a-4c6d-9e2f-5a4b3c2d1e0f',
          'X-Stack-Access-Type: client',
          'X-Stack-Publishable-Client-Key: pck_…',
        ].join('\n'),
      )}
      <p>
        Instead of a key, <code>X-Stack-Admin-Access-Token</code> may carry the access token of a project owner: a user of
        the project <code>internal</code> who is in the team that owns the project.
      </p>
      ${heading('Signed-in users')}
      <p>
        Signing in gives an access token, which lives for minutes, and a refresh token, which lives as long as the session.
        Send the access token in <code>X-Stack-Access-Token</code>. Wherever a route takes the id of a user, the word
        <code>me</code> then stands for that user. When the access token expires, get a new one with the refresh token.
      </p>
      <p>
        Access tokens are JWTs signed with ES256. Your own server can verify them without asking Latchkey, by the
        <a href="${placeOfRoute(publicKeys)}">public keys of the project</a>.
      </p>
      ${heading('Requests')}
      <p>
        Bodies are JSON in UTF-8. Members that a route does not know are refused, so that a typo never passes unnoticed.
        Times are milliseconds since 1970 in UTC. Every response has the header <code>X-Stack-Request-Id</code>; quote it when
        you report a problem.
      </p>
      ${heading('Errors')}
      <p>
        What a program can react to has a code. It is the same in the body and in the header
        <code>X-Stack-Known-Error</code>; the text is for people and may change.
      </p>
      ${renderCode(
        'A known error',
        JSON.stringify(
          {
            code: 'PASSWORD_TOO_SHORT',
            details: { min_length: 8 },
            error: 'Password too short. Minimum length is 8.',
          },
          null,
          2,
        ),
      )}
      <p>
        Any other refusal is a message in <code>text/plain</code>. Status 429 asks you to wait for as many seconds as
        <code>Retry-After</code> says. Every route may also answer the <a href="${errorsPath}">codes about the request and
        its access</a>; the pages of the routes name only their own.
      </p>
      ${heading('Limits')}
      <p>
        The description of a route names its limits. Over a limit, the response has status 429. Limits per IP address are
        meant for people: requests with server or admin access are limited to ${describeLimit('serverCallsByProject')} instead.
      </p>
      <p>
        With client access, requests that change something are limited to ${describeLimit('writesByUser')} across all
        routes. A body counts once for every 16 kB; deletions do not count.
      </p>
      ${heading('Routes')}
      <dl class="groups">
        ${features.map(
          ({ name, description }) => html`<div>
            <dt><a href="${pathOf(name)}">${name}</a></dt>
            <dd>${renderInline(description ?? '')}</dd>
          </div>`,
        )}
      </dl>
    </div>
  `
}

const levelTable = html`
  <div class="scroll" tabindex="0" role="region" aria-label="Access levels">
    <table>
      <thead>
        <tr>
          <th scope="col">Level</th>
          <th scope="col">For</th>
          <th scope="col">Header of its key</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row"><code>client</code></th>
          <td>Browsers and apps: what one signed-in user may see and do</td>
          <td><code>X-Stack-Publishable-Client-Key</code></td>
        </tr>
        <tr>
          <th scope="row"><code>server</code></th>
          <td>Your own server: every user of the project</td>
          <td><code>X-Stack-Secret-Server-Key</code></td>
        </tr>
        <tr>
          <th scope="row"><code>admin</code></th>
          <td>Tools that set the project up: its settings and keys too</td>
          <td><code>X-Stack-Super-Secret-Admin-Key</code></td>
        </tr>
      </tbody>
    </table>
  </div>
`
