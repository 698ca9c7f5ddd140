'use client'

import { appInternalsSymbol } from '@latchkey/sdk'
import { useNavigateOf, useProjectOf, useUserOf } from '../hooks/app-hooks.ts'
import { useApp } from '../hooks/use-app.ts'
import type { CurrentUser } from '../hooks/user-types.ts'
import { useTranslate } from '../i18n/translation.tsx'
import { FormSkeleton } from '../ui/auth-skeleton.tsx'
import { Card } from '../ui/card.tsx'
import { MessageContent } from '../ui/message-card.tsx'
import { Screen } from '../ui/screen.tsx'
import { TeamForm } from './team-form.tsx'

/**
 * The props of `TeamCreation`.
 * @example <TeamCreation fullPage />
 */
export interface TeamCreationProps {
  /** Whether to render a full, centered page instead of a part of one. */
  fullPage?: boolean | undefined
}

/**
 * A form for a new team. Opens the team's page in the account settings afterwards.
 * @example <TeamCreation fullPage />
 */
export function TeamCreation({ fullPage }: TeamCreationProps) {
  return (
    <Screen fullPage={fullPage} fallback={<FormSkeleton fields={1} isPage={fullPage} />}>
      <SignedInCreation fullPage={fullPage} />
    </Screen>
  )
}

function SignedInCreation({ fullPage }: TeamCreationProps) {
  const app = useApp()
  const t = useTranslate()
  const navigate = useNavigateOf(app)
  app[appInternalsSymbol].project.getSnapshot()
  const user = useUserOf(app, { or: 'redirect' }) as CurrentUser
  const project = useProjectOf(app)
  if (!project.config.clientTeamCreationEnabled) {
    return (
      <MessageContent
        title={t("Teams can't be created here")}
        isPage={fullPage}
        primaryButtonText={t('Go home')}
        primaryAction={() => app.redirectToHome()}
      >
        {t('Ask the people who run this app for a team.')}
      </MessageContent>
    )
  }
  return (
    <Card title={t('Create a team')} lead={t("You'll be its first member and can invite others.")} isPage={fullPage}>
      <TeamForm user={user} isWide onCreated={(team) => navigate(`${app.urls.accountSettings}#team-${team.id}`)} />
    </Card>
  )
}
