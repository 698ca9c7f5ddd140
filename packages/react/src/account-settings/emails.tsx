import type { ContactChannel } from '@latchkey/sdk'
import { type RefObject, useRef, useState } from 'react'
import { useTranslate } from '../i18n/translation.tsx'
import { checkEmail } from '../sign-in/password-checks.ts'
import { Button } from '../ui/button.tsx'
import { Question, useFold } from '../ui/confirm.tsx'
import { EmailField } from '../ui/email-field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { dots } from '../ui/more-icons.ts'
import { useForm } from '../ui/use-form.ts'
import { FormActions } from './editable-row.tsx'
import type { SettingsPageProps } from './pages.ts'
import { Badge, Item, Row } from './row.tsx'

interface EmailsProps extends Pick<SettingsPageProps, 'user'> {
  channels: readonly ContactChannel[]
}

export function EmailsSection({ user, channels }: EmailsProps) {
  const t = useTranslate()
  const title = useRef<HTMLHeadingElement>(null)
  const fold = useFold(channels.length === 0)
  const [sentTo, setSentTo] = useState<string>()
  const rank = ({ isPrimary, isVerified }: ContactChannel) => (isPrimary ? 0 : isVerified ? 1 : 2)
  const sorted = [...channels].sort((one, other) => rank(one) - rank(other))
  const signInEmails = channels.filter(({ usedForAuth }) => usedForAuth)
  const onAdded = (email: string) => {
    fold.close()
    setSentTo(email)
  }
  return (
    <Row title={t('Email addresses')} titleRef={title}>
      <ul className="lk-list">
        {sorted.map((channel) => (
          <EmailItem
            key={channel.id}
            channel={channel}
            isOnlySignInEmail={channel.usedForAuth && signInEmails.length === 1}
            wasJustSent={channel.value === sentTo}
            title={title}
          />
        ))}
      </ul>
      {fold.isOpen ? (
        <AddEmail user={user} channels={channels} onAdded={onAdded} onCancel={fold.close} />
      ) : (
        <Button size="small" autoFocus={fold.wasOpen} onClick={fold.open}>
          {t('Add email')}
        </Button>
      )}
    </Row>
  )
}

interface EmailItemProps {
  channel: ContactChannel
  isOnlySignInEmail: boolean
  /** Whether a verification email was sent when the address was added. */
  wasJustSent: boolean
  title: RefObject<HTMLElement | null>
}

function EmailItem({ channel, isOnlySignInEmail, wasJustSent, title }: EmailItemProps) {
  const t = useTranslate()
  const removal = useFold()
  const { value: email, isPrimary, isVerified, usedForAuth } = channel
  const remove = async () => {
    await channel.delete()
    title.current?.focus()
  }
  const lastOne = isOnlySignInEmail ? t("It's your only sign-in email.") : undefined
  return (
    <Item
      name={email}
      badges={
        <>
          {isPrimary && <Badge>{t('Primary')}</Badge>}
          {usedForAuth && <Badge>{t('Used for sign-in')}</Badge>}
          {!isVerified && <Badge kind="warning">{t('Unverified')}</Badge>}
        </>
      }
      text={!isVerified && <Verification channel={channel} wasJustSent={wasJustSent} />}
      action={
        <Menu
          label={t('Actions for {name}', { name: email })}
          triggerClass="lk-icon-button"
          trigger={<Icon path={dots} />}
        >
          {!isPrimary && (
            <MenuItem
              refusal={isVerified ? undefined : t('Verify it first.')}
              onClick={() => channel.update({ isPrimary: true })}
            >
              {t('Make primary')}
            </MenuItem>
          )}
          {usedForAuth ? (
            <MenuItem refusal={lastOne} onClick={() => channel.update({ usedForAuth: false })}>
              {t('Stop using for sign-in')}
            </MenuItem>
          ) : (
            <MenuItem
              refusal={isVerified ? undefined : t('Verify it first.')}
              onClick={() => channel.update({ usedForAuth: true })}
            >
              {t('Use for sign-in')}
            </MenuItem>
          )}
          <MenuItem refusal={lastOne} onClick={removal.open}>
            {t('Remove')}
          </MenuItem>
        </Menu>
      }
      question={
        removal.isOpen && (
          <Question
            question={t('Remove {email}?', { email })}
            confirmLabel={t('Yes, remove it')}
            onConfirm={remove}
            onCancel={removal.close}
          />
        )
      }
    />
  )
}

function Verification({ channel, wasJustSent }: { channel: ContactChannel; wasJustSent: boolean }) {
  const t = useTranslate()
  const [isSent, setIsSent] = useState(false)
  const send = async () => {
    await channel.sendVerificationEmail()
    setIsSent(true)
  }
  return (
    <>
      <span className="lk-done" role="status">
        {isSent || wasJustSent ? t('Sent. Check your inbox.') : ''}
      </span>
      {!isSent && !wasJustSent && (
        <Button size="small" onClick={send}>
          {t('Send verification email')}
        </Button>
      )}
    </>
  )
}

interface AddEmailProps extends EmailsProps {
  onAdded: (email: string) => void
  onCancel: () => void
}

function AddEmail({ user, channels, onAdded, onCancel }: AddEmailProps) {
  const t = useTranslate()
  const { form, errors, isBusy } = useForm({
    fields: ['email'],
    check({ email }) {
      const value = email.trim().toLowerCase()
      const isKnown = channels.some((channel) => channel.value.toLowerCase() === value)
      return { email: isKnown ? t("You've already added this email.") : checkEmail(value, t) }
    },
    async submit({ email }) {
      const channel = await user.createContactChannel({ type: 'email', value: email.trim(), usedForAuth: false })
      await channel.sendVerificationEmail()
      onAdded(channel.value)
      return undefined
    },
  })
  return (
    <form {...form} onKeyDown={(event) => event.key === 'Escape' && onCancel()}>
      <EmailField autoComplete="email" error={errors.email} formError={errors.form} autoFocus={channels.length > 0} />
      <FormActions label={t('Add email')} isBusy={isBusy} onCancel={onCancel} />
    </form>
  )
}
