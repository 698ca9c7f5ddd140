import { hasCode, type Result } from '@latchkey/sdk'
import type { Translate } from '../i18n/translation.tsx'
import type { Tone } from '../ui/card.tsx'

export type LinkProblem = 'invalid' | 'expired' | 'used'

/** The problem with a link from an email, if the error is about the link. */
export function linkProblemOf(error: unknown): LinkProblem | undefined {
  if (hasCode(error, 'VERIFICATION_CODE_EXPIRED')) return 'expired'
  if (hasCode(error, 'VERIFICATION_CODE_ALREADY_USED')) return 'used'
  // A truncated code does not match the schema.
  const isInvalid = hasCode(error, 'VERIFICATION_CODE_NOT_FOUND') || hasCode(error, 'SCHEMA_ERROR')
  return isInvalid ? 'invalid' : undefined
}

/** The result of a call with the code of a link, or the problem with the link. Other failures are thrown. */
export async function resultOfLink<T>(
  call: Promise<Result<T>>,
  findProblem: (error: unknown) => LinkProblem | undefined = linkProblemOf,
): Promise<
  { data: T; problem?: undefined; error?: undefined } | { data?: undefined; problem: LinkProblem; error: unknown }
> {
  try {
    const result = await call
    if (result.status === 'error') throw result.error
    return { data: result.data }
  } catch (error) {
    const problem = findProblem(error)
    if (!problem) throw error
    return { problem, error }
  }
}

/** For links that can be requested again without signing in. */
export function describeLinkProblem(
  problem: LinkProblem,
  t: Translate,
): { tone: Tone; title: string; children: string } {
  const oldLink = t('Links work once and expire after a while. Request a new one.')
  switch (problem) {
    case 'expired':
      return { tone: 'warning', title: t('This link has expired'), children: oldLink }
    case 'used':
      return { tone: 'warning', title: t('This link has already been used'), children: oldLink }
    case 'invalid':
      return {
        tone: 'failure',
        title: t("This link isn't valid"),
        children: t('Open it from the email again, or request a new one.'),
      }
  }
}
