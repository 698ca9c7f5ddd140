import type { ServerResponse } from 'node:http'
import { html } from 'hono/html'
import { pageHeaders } from '../../http/page-headers.ts'
import { assets } from '../../http/pages/assets.ts'
import { type Html, renderCardPage } from '../../http/pages/layout.ts'
import type { Person } from './people.ts'

interface SignInPage {
  /** The name of the provider that is simulated. */
  title: string
  recent: Person[]
  /** What was submitted and rejected. */
  typed?: URLSearchParams
  problem?: string
}

export function renderSignIn({ title, recent, typed, problem }: SignInPage): Html {
  const isVerified = typed ? typed.get('verified') === 'on' : true
  return renderCardPage({
    isForUsers: true,
    title: `Sign in with ${title} (development)`,
    styles: [assets.developmentIdentityProviderStyles],
    content: html`
      <h1>Sign in with ${title}</h1>
      <p class="notice">
        This is Latchkey’s development stand-in for ${title}. No credentials are checked here: sign in as anyone.
      </p>
      ${recent.length > 0 ? renderRecent(recent) : ''}
      <form class="form" method="post" novalidate>
        <div class="field">
          <label for="email">Email</label>
          <input id="email" name="email" type="email" value="${typed?.get('email') ?? ''}" placeholder="ada@example.com"
            autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="256" required autofocus
            ${problem ? html`aria-invalid="true" aria-describedby="problem"` : ''} />
          ${problem ? html`<p class="problem" id="problem" role="alert">${problem}</p>` : ''}
        </div>
        <div class="field">
          <label for="name">Name <span class="optional">optional</span></label>
          <input id="name" name="name" value="${typed?.get('name') ?? ''}" placeholder="Ada Lovelace" autocomplete="off" maxlength="256" />
        </div>
        <label class="check">
          <input name="verified" type="checkbox" ${isVerified ? html`checked` : ''} />
          <span>Email is verified</span>
        </label>
        <button class="primary">Sign in</button>
        <button class="quiet" name="cancel">Cancel</button>
      </form>
    `,
  })
}

function renderRecent(recent: Person[]): Html {
  const people = recent.map(
    ({ name, email, isEmailVerified }, index) => html`
      <li><button name="person" value="${index}">
        <span class="initial" aria-hidden="true">${[...(name || email)][0]!.toUpperCase()}</span>
        <span class="who"><strong>${name || email}</strong>${name ? html`<span>${email}</span>` : ''}</span>
        ${isEmailVerified ? '' : html`<span class="badge">not verified</span>`}
      </button></li>`,
  )
  return html`
    <form method="post"><ul class="people" aria-label="Recent accounts">${people}</ul></form>
    <p class="divider"><span>or another account</span></p>
  `
}

/** With a link back to the app, if it is known where the sign-in was started. */
export function renderProblem(sentence: string, appUrl?: string): Html {
  return renderCardPage({
    isForUsers: true,
    title: 'Start again (development)',
    content: html`
      <h1>Start again from your app</h1>
      <p>${sentence}</p>
      ${appUrl ? html`<a class="button" href="${appUrl}">Back to ${new URL(appUrl).host}</a>` : ''}
    `,
  })
}

const { 'content-security-policy': policy = '', ...headers } = pageHeaders({ isProduction: false })

export const htmlHeaders: Record<string, string> = {
  ...headers,
  // Browsers also apply `form-action` to redirects after a form, and the last one leads to an app on any origin.
  'content-security-policy': policy.replace(" form-action 'self';", ''),
  'content-type': 'text/html; charset=utf-8',
  'cache-control': 'no-store',
}

export function sendPage(response: ServerResponse, status: number, page: Html): void {
  response.writeHead(status, htmlHeaders).end(String(page))
}
