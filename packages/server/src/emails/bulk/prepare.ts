import type { Platform } from '../../platform/platform.ts'
import type { Project } from '../../projects/cache.ts'
import { toOneLine } from '../bounded-text.ts'
import { localesFor } from '../documents/variants.ts'
import { lookOf } from '../look.ts'
import { categories, isOnByDefault, type NotificationCategory } from '../notifications/categories.ts'
import { createUnsubscribeLink } from '../notifications/unsubscribe.ts'
import { languageHeader } from '../outbox/sent-log.ts'
import { renderEmails } from '../render-email.ts'
import type { RenderAnswer } from '../rendering/renderer.ts'
import type { ProjectEmail } from '../smtp/servers.ts'
import type { Recipient, SendContent } from './queries.ts'

export interface Run {
  project: Project
  sendId: string
  content: SendContent
  /** The category of the previous emails: nearly always all have the same. */
  category: NotificationCategory
}

export interface PreparedEmail {
  recipient: Recipient
  /** Undefined if there is nothing to send to this user. */
  email: (ProjectEmail & { locale: string | undefined }) | undefined
}

interface Rendered {
  recipient: Reachable
  category: NotificationCategory
  unsubscribeLink: string | undefined
  answer: RenderAnswer
}

type Reachable = Recipient & { email: string }

/** Rendered as one task; the renderer lets others have their turn in between. */
export const renderedAtOnce = 20

export function findCategory(name: string | undefined): NotificationCategory | undefined {
  return categories.find((category) => category.name === name)
}

/** The email for each recipient, in order. */
export async function prepareEmails(platform: Platform, run: Run, recipients: Recipient[]): Promise<PreparedEmail[]> {
  // The others have been deleted or no longer have an email address.
  const reachable = recipients.filter((recipient): recipient is Reachable => recipient.email !== null)
  const emails = new Map<string, PreparedEmail['email']>()
  for (let n = 0; n < reachable.length; n += renderedAtOnce) {
    const rendered = await renderFitting(platform, run, reachable.slice(n, n + renderedAtOnce))
    for (const one of rendered) emails.set(one.recipient.user_id, toEmail(platform, run, one))
  }
  return recipients.map((recipient) => ({ recipient, email: emails.get(recipient.user_id) }))
}

/** Emails with a different category than expected are rendered again, so that their unsubscribe link is right. */
async function renderFitting(platform: Platform, run: Run, recipients: Reachable[]): Promise<Rendered[]> {
  const expected = run.category
  const rendered = await render(platform, run, recipients, expected)
  for (const category of categories) {
    const others = rendered.filter((email) => email.category === category && category !== expected)
    const again = await render(
      platform,
      run,
      others.map(({ recipient }) => recipient),
      category,
    )
    for (const email of again) rendered[rendered.findIndex(({ recipient }) => recipient === email.recipient)] = email
  }
  run.category = rendered.at(-1)?.category ?? expected
  return rendered
}

async function render(
  platform: Platform,
  { project, content }: Run,
  recipients: Reachable[],
  category: NotificationCategory,
): Promise<Rendered[]> {
  const links = await Promise.all(recipients.map(({ user_id }) => createLink(platform, project, user_id, category)))
  const inputs = recipients.map((recipient, index) => ({
    user: { displayName: recipient.display_name === null ? null : toOneLine(recipient.display_name) },
    project: { displayName: toOneLine(project.display_name), ...lookOf(project) },
    variables: content.variables,
    ...localesFor(project, recipient.locale),
    ...(links[index] === undefined ? {} : { unsubscribeLink: links[index] }),
    isPreview: false,
  }))
  const answers = await renderEmails(platform, project.id, content.sources, inputs)
  return recipients.map((recipient, index) => {
    const answer = answers[index]!
    const named = 'email' in answer ? findCategory(answer.email.notificationCategory) : undefined
    const own = named ?? findCategory(content.category)!
    return { recipient, category: own, unsubscribeLink: links[index], answer }
  })
}

async function createLink(
  { db, now, config }: Platform,
  { id }: Project,
  userId: string,
  category: NotificationCategory,
): Promise<string | undefined> {
  if (!category.canDisable) return undefined
  return createUnsubscribeLink(db, id, { userId, categoryId: category.id, baseUrl: config.url, now: now() })
}

function toEmail({ log }: Platform, { project, sendId, content }: Run, rendered: Rendered): PreparedEmail['email'] {
  const { recipient, category, unsubscribeLink, answer } = rendered
  if ('error' in answer) {
    log.warn('An email could not be rendered', { projectId: project.id, problem: answer.error })
    return undefined
  }
  const isWanted =
    !category.canDisable || (recipient.preferences?.[category.id] ?? isOnByDefault(category, project.config))
  if (!isWanted) return undefined
  const { html, text, locale } = answer.email
  return {
    id: `${sendId}.${recipient.user_id}`,
    to: recipient.email,
    subject: toOneLine(content.subject ?? answer.email.subject ?? ''),
    html,
    text,
    locale,
    isBuiltIn: false,
    headers: { ...languageHeader(locale), ...(unsubscribeLink ? toUnsubscribeHeaders(unsubscribeLink) : {}) },
  }
}

/** The unsubscribe button that email programs show (RFC 8058). */
function toUnsubscribeHeaders(link: string): Record<string, string> {
  return { 'List-Unsubscribe': `<${link}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' }
}
