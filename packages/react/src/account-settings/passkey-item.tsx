import type { Passkey } from '@latchkey/sdk'
import type { RefObject } from 'react'
import { formatDate, formatRelativeTime } from '../i18n/format-time.ts'
import { useLang, useTranslate } from '../i18n/translation.tsx'
import { Question, useFold } from '../ui/confirm.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { dots, key } from '../ui/more-icons.ts'
import { TextForm } from './editable-row.tsx'
import { Fact, Item } from './row.tsx'

interface PasskeyItemProps {
  passkey: Passkey
  isOnlyMethod: boolean
  title: RefObject<HTMLElement | null>
}

export function PasskeyItem({ passkey, isOnlyMethod, title }: PasskeyItemProps) {
  const t = useTranslate()
  const [naming, removal] = [useFold(), useFold()]
  const name = passkey.name ?? passkey.deviceName ?? t('Passkey')
  const remove = async () => {
    await passkey.delete()
    title.current?.focus()
  }
  return (
    <Item
      icon={<Icon path={key} />}
      name={<bdi>{name}</bdi>}
      text={<PasskeyFacts passkey={passkey} />}
      action={
        <Menu label={t('Actions for {name}', { name })} triggerClass="lk-icon-button" trigger={<Icon path={dots} />}>
          <MenuItem onClick={naming.open}>{t('Rename')}</MenuItem>
          <MenuItem
            refusal={isOnlyMethod ? t("It's your only sign-in method, so it can't be removed.") : undefined}
            onClick={removal.open}
          >
            {t('Remove')}
          </MenuItem>
        </Menu>
      }
      question={
        (naming.isOpen && (
          <TextForm
            title={t('Passkey name')}
            value={passkey.name ?? ''}
            maxLength={100}
            onSave={(text) => passkey.rename(text || null)}
            onClose={naming.close}
          />
        )) ||
        (removal.isOpen && (
          <Question
            question={t("Remove “{name}”? You won't be able to sign in with it anymore.", { name })}
            confirmLabel={t('Yes, remove it')}
            onConfirm={remove}
            onCancel={removal.close}
          />
        ))
      }
    />
  )
}

function PasskeyFacts({ passkey: { name, deviceName, createdAt, lastUsedAt } }: { passkey: Passkey }) {
  const t = useTranslate()
  const lang = useLang()
  return (
    <>
      {name && deviceName && <Fact>{deviceName}</Fact>}
      <Fact>{t('Created {date}', { date: formatDate(createdAt, lang) })}</Fact>
      <Fact>
        {lastUsedAt ? (
          <time dateTime={lastUsedAt.toISOString()} title={formatDate(lastUsedAt, lang, true)}>
            {t('Last used {time}', { time: formatRelativeTime(lastUsedAt, lang) })}
          </time>
        ) : (
          t('Never used')
        )}
      </Fact>
    </>
  )
}
