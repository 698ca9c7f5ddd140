import { formatDate } from '../i18n/format-time.ts'
import { useLang, useTranslate } from '../i18n/translation.tsx'
import { useConfirm } from '../ui/confirm.tsx'
import type { TeamPageProps } from './pages.ts'
import { Row } from './row.tsx'

/** Whether members must have a second factor, for those who may change the team. */
export function TeamSecondFactor({ team }: Pick<TeamPageProps, 'team'>) {
  const t = useTranslate()
  const lang = useLang()
  const from = team.secondFactorRequiredFrom
  const isRequired = from !== null && from.getTime() <= Date.now()
  const requiring = useConfirm({
    label: t('Require it'),
    question: t('Require it of all members? Those without it will have to set it up before they can continue.'),
    confirmLabel: t('Yes, require it'),
    onConfirm: () => team.update({ secondFactorRequiredFrom: new Date(0) }),
  })
  const ending = useConfirm({
    label: t('Make it optional'),
    question: t('Make it optional? Members could then sign in without it.'),
    confirmLabel: t('Yes, make it optional'),
    onConfirm: () => team.update({ secondFactorRequiredFrom: null }),
  })
  const change = from === null ? requiring : ending
  return (
    <Row
      title={t('Two-factor authentication')}
      value={
        from === null
          ? t('Members decide for themselves.')
          : isRequired
            ? t('Required of all members.')
            : t('Required of all members from {date} on.', { date: formatDate(from, lang) })
      }
      action={change.button}
    >
      {change.question}
    </Row>
  )
}
