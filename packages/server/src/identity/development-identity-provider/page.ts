import type { ServerResponse } from 'node:http'
import { html } from 'hono/html'
import { formPageHeaders } from '../../http/page-headers.ts'
import { assets } from '../../http/pages/assets.ts'
import { type Html, renderCardPage } from '../../http/pages/layout.ts'
import type { Person } from './people.ts'

interface SignInPage {
  /** The name of the provider that is simulated. */
  title: string
  /** Asks for groups instead of whether the email is verified, as companies have them. */
  asksGroups?: boolean
  /** Sent again with the form. */
  fields?: Record<string, string>
  recent: Person[]
  /** What was submitted and rejected. */
  typed?: URLSearchParams
  problem?: string
}

export function renderSignIn({ title, asksGroups, fields = {}, recent, typed, problem }: SignInPage): Html {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`,
  )
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
      ${recent.length > 0 ? renderRecent(recent, hidden) : ''}
      <form class="form" method="post" novalidate>
        ${hidden}
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
        ${asksGroups ? renderGroups(typed) : renderVerified(isVerified)}
        <button class="primary">Sign in</button>
        <button class="quiet" name="cancel">Cancel</button>
      </form>
    `,
  })
}

function renderVerified(isVerified: boolean): Html {
  return html`<label class="check">
          <input name="verified" type="checkbox" ${isVerified ? html`checked` : ''} />
          <span>Email is verified</span>
        </label>`
}

function renderGroups(typed: URLSearchParams | undefined): Html {
  return html`<div class="field">
          <label for="groups">Groups <span class="optional">optional</span></label>
          <input id="groups" name="groups" value="${typed?.get('groups') ?? ''}" placeholder="Staff, Engineering" autocomplete="off" maxlength="256" />
        </div>`
}

function renderRecent(recent: Person[], hidden: Html[]): Html {
  const people = recent.map(
    ({ name, email, isEmailVerified }, index) => html`
      <li><button name="person" value="${index}">
        <span class="initial" aria-hidden="true">${[...(name || email)][0]!.toUpperCase()}</span>
        <span class="who"><strong>${name || email}</strong>${name ? html`<span>${email}</span>` : ''}</span>
        ${isEmailVerified ? '' : html`<span class="badge">not verified</span>`}
      </button></li>`,
  )
  return html`
    <form method="post">${hidden}<ul class="people" aria-label="Recent accounts">${people}</ul></form>
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

/** The last redirect leads to an app on any origin. */
export const htmlHeaders = formPageHeaders({ isProduction: false })

export function sendPage(response: ServerResponse, status: number, page: Html): void {
  response.writeHead(status, htmlHeaders).end(String(page))
}
