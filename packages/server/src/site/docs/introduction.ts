import { describeLimit } from '@latchkey/contract'
import { html, raw } from 'hono/html'
import type { Html } from '../../http/pages/layout.ts'
import { anchorOf } from './api.ts'
import type { Feature } from './features.ts'
import { renderCodeBlock } from './highlight.ts'
import { renderInline } from './inline.ts'
import { errorsPath, pathOf, placeOfRoute } from './places.ts'

export const sections = ['Overview', 'Access', 'Signed-in users', 'Requests', 'Errors', 'Limits', 'Routes'] as const

const heading = (name: (typeof sections)[number]) =>
  html`<h2 id="${anchorOf(name)}">${name}<a class="anchor" href="#${anchorOf(name)}" aria-label="Link to “${name}”"></a></h2>`

const clientHeaders = [
  'X-Stack-Project-Id: $LATCHKEY_PROJECT_ID',
  'X-Stack-Access-Type: client',
  'X-Stack-Publishable-Client-Key: $LATCHKEY_PUBLISHABLE_CLIENT_KEY',
].join('\n')

const knownError = {
  code: 'PASSWORD_TOO_SHORT',
  details: { min_length: 8 },
  error: 'Password too short. Minimum length is 8.',
}

/** What applies to every route, followed by the list of routes. */
export function renderIntroduction(url: string, features: Feature[]): Html {
  const operations = features.flatMap((feature) => feature.operations)
  const publicKeys = operations.find(({ 'x-route': id }) => id.endsWith('/jwks.json'))!
  return html`
    <div class="prose">
      <h1 id="overview">Latchkey API</h1>
      <p class="lead">
        The SDK and the components use only these routes. They are served under <code>${url}/api/v1</code> and
        <code>/api/latest</code>, and described for programs in <a href="/docs/openapi.json">openapi.json</a>.
      </p>
      ${heading('Access')}
      <p>
        Three headers specify the project, the access level and its key. Each level has its own key; the key of another
        level is not accepted.
      </p>
      ${levelTable}
      ${raw(renderCodeBlock('', clientHeaders, 'Client headers'))}
      <p>
        Instead of a key, you can send the access token of a project owner in <code>X-Stack-Admin-Access-Token</code>: a
        user of the project <code>internal</code> who is a member of the team that owns the project.
      </p>
      ${heading('Signed-in users')}
      <p>
        Signing in returns an access token, which is valid for minutes, and a refresh token, which is valid for the whole
        session. Send the access token in <code>X-Stack-Access-Token</code>. Wherever a route takes a user id, you can
        then use <code>me</code> for that user. When the access token expires, get a new one with the refresh token.
      </p>
      <p>
        Access tokens are JWTs signed with ES256. Your own server can verify them without calling Latchkey, using the
        <a href="${placeOfRoute(publicKeys)}">project's public keys</a>.
      </p>
      ${heading('Requests')}
      <p>
        Bodies are JSON in UTF-8. Unknown fields are rejected, so that typos do not go unnoticed. Times are milliseconds
        since 1970 in UTC. Every response has the header <code>X-Stack-Request-Id</code>; include it when you report a
        problem.
      </p>
      ${heading('Errors')}
      <p>
        Errors that a program can handle have a code, which is in the body and in the header
        <code>X-Stack-Known-Error</code>. The message is for people and may change.
      </p>
      ${raw(renderCodeBlock('json', JSON.stringify(knownError, null, 2), 'A known error'))}
      <p>
        All other errors are plain-text messages. After a response with status 429, wait for the number of seconds in
        <code>Retry-After</code>. Every route may also return the <a href="${errorsPath}">common error codes</a>; each
        route lists only its own.
      </p>
      ${heading('Limits')}
      <p>
        Each route lists its rate limits. When one is exceeded, the response has status 429. Limits per IP address are
        meant for people: requests with server or admin access are limited to ${describeLimit('serverCallsByProject')} instead,
        except on routes for owners only.
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
          <th scope="col">Key header</th>
        </tr>
      </thead>
      <tbody>
        <tr>
          <th scope="row"><code>client</code></th>
          <td>Browsers and apps: what the signed-in user may see and do</td>
          <td><code>X-Stack-Publishable-Client-Key</code></td>
        </tr>
        <tr>
          <th scope="row"><code>server</code></th>
          <td>Your own server: every user of the project</td>
          <td><code>X-Stack-Secret-Server-Key</code></td>
        </tr>
        <tr>
          <th scope="row"><code>admin</code></th>
          <td>Administration: also the project's settings and keys</td>
          <td><code>X-Stack-Super-Secret-Admin-Key</code></td>
        </tr>
      </tbody>
    </table>
  </div>
`
