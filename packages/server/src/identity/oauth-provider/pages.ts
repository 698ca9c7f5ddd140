import { html } from 'hono/html'
import type { KoaContextWithOIDC } from 'oidc-provider'
import { loadLanguage, translate } from '../../emails/languages/language.ts'
import { formPageHeaders } from '../../http/page-headers.ts'
import { type Html, renderCardPage, toBrand } from '../../http/pages/layout.ts'
import { findRequestLocale } from '../../http/request-locale.ts'
import { providerTexts } from './page-texts.ts'
import { providerRequest } from './provider-request.ts'

type Say = (source: string, values?: Record<string, string>) => string

/** In the language of the browser. */
async function sendPage(
  ctx: KoaContextWithOIDC,
  render: (say: Say) => { title: string; content: Html },
): Promise<void> {
  const { caller, project, platform } = providerRequest().ctx
  const language = await loadLanguage(findRequestLocale({ caller }))
  const page = render((source, values = {}) => translate(language, source, values))
  // Signing out leads on to an app, which browsers count as a target of the form.
  ctx.set(formPageHeaders(platform.config))
  ctx.type = 'html'
  ctx.body = String(renderCardPage({ ...page, locale: language.locale, project: toBrand(project) }))
}

/** What is shown instead of a redirect: to a wrong address, nothing may be sent. */
export async function renderProviderError(ctx: KoaContextWithOIDC, { error }: { error: string }): Promise<void> {
  if (error === 'server_error') return renderProblem(ctx, 'failed')
  const { status } = ctx
  const isExpired = error === 'invalid_request' && ctx.oidc.route === 'resume'
  await (isExpired ? renderProblem(ctx, 'expired') : renderProblem(ctx, 'request', error))
  ctx.status = status
}

export async function renderProblem(
  ctx: KoaContextWithOIDC,
  problem: 'expired' | 'request' | 'failed',
  error = '',
): Promise<void> {
  const { expired, request, failed, retry, problem: title } = providerTexts
  ctx.status = problem === 'failed' ? 500 : 400
  const text = { expired, request, failed: retry }[problem]
  await sendPage(ctx, (say) => {
    const heading = say(problem === 'failed' ? failed : title)
    return { title: heading, content: html`<h1>${heading}</h1><p>${say(text, { error })}</p>` }
  })
}

/** Asks before it signs out, because any page could send people here. */
export async function renderLogout(ctx: KoaContextWithOIDC, form: string): Promise<void> {
  const { display_name: name } = providerRequest().ctx.project
  const [action, xsrf] = [/action="([^"]*)"/.exec(form)?.[1] ?? '', /value="([^"]*)"/.exec(form)?.[1] ?? '']
  await sendPage(ctx, (say) => ({
    title: say(providerTexts.logout, { name }),
    content: html`<h1>${say(providerTexts.logout, { name })}</h1>
      <p>${say(providerTexts.logoutText)}</p>
      <form method="post" action="${new URL(action).pathname}">
        <input type="hidden" name="xsrf" value="${xsrf}" />
        <button class="button" type="submit" name="logout" value="yes">${say(providerTexts.signOut)}</button>
        <button class="button secondary" type="submit">${say(providerTexts.stay)}</button>
      </form>`,
  }))
}

export async function renderSignedOut(ctx: KoaContextWithOIDC): Promise<void> {
  await sendPage(ctx, (say) => ({
    title: say(providerTexts.signedOut),
    content: html`<h1>${say(providerTexts.signedOut)}</h1><p>${say(providerTexts.close)}</p>`,
  }))
}
