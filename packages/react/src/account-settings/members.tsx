import { type RefObject, useState } from 'react'
import { formatDate } from '../i18n/format-time.ts'
import { useLang, useTranslate } from '../i18n/translation.tsx'
import { Avatar } from '../ui/avatar.tsx'
import { Button } from '../ui/button.tsx'
import { Question } from '../ui/confirm.tsx'
import { Note } from '../ui/field.tsx'
import { Icon } from '../ui/icon.tsx'
import { Menu, MenuItem } from '../ui/menu.tsx'
import { dots } from '../ui/more-icons.ts'
import { Failure } from './page-frame.tsx'
import type { TeamPageProps } from './pages.ts'
import { Badge, Item, Placeholder, Row } from './row.tsx'
import { isRefusedForOnlyAdmin } from './team-departure.tsx'
import type { Member, Members } from './use-members.ts'

interface MembersProps extends Pick<TeamPageProps, 'user' | 'team'> {
  members: Members
  canRemove: boolean
  title: RefObject<HTMLHeadingElement | null>
}

/** A team with more members can be searched. */
const fewMembers = 5

export function MembersRow(props: MembersProps) {
  const { members, title } = props
  const { page, error, search } = members
  const t = useTranslate()
  const isLarge = page && (page.items.length > fewMembers || page.pagination.next_cursor)
  return (
    <Row title={t('Members')} titleRef={title}>
      {(search || isLarge) && (
        <div className="lk-filter">
          <input
            className="lk-input"
            type="search"
            placeholder={t('Search members')}
            aria-label={t('Search members')}
            value={search}
            onChange={(event) => members.setSearch(event.target.value)}
          />
        </div>
      )}
      {error !== undefined && <Failure error={error} onRetry={members.load} />}
      {page?.items.length === 0 && (
        <p className="lk-empty" role="status">
          {t('No matching members.')}
        </p>
      )}
      <ul className="lk-list" aria-busy={!page && error === undefined}>
        {page?.items.map((member) => (
          <MemberItem key={member.user_id} {...props} member={member} />
        ))}
      </ul>
      {page?.pagination.next_cursor && (
        <Button size="small" onClick={members.loadMore}>
          {t('Show more')}
        </Button>
      )}
    </Row>
  )
}

function MemberItem({ user, team, member, members, canRemove, title }: MembersProps & { member: Member }) {
  const t = useTranslate()
  const lang = useLang()
  const [asked, setAsked] = useState<'role' | 'removal'>()
  const [isNeeded, setIsNeeded] = useState(false)
  const { user_id: id, is_admin: isAdmin, joined_at_millis: joined, primary_email: address } = member
  const isSelf = id === user.id
  // Whoever may not remove members sees only their own address.
  const shown = member.display_name || address || (isSelf && user.primaryEmail)
  const unverified = member.primary_email_verified === false && <Badge kind="warning">{t('Unverified')}</Badge>
  const name = shown || t('Unnamed member')
  const change = async (action: () => Promise<void>) => {
    try {
      await action()
      title.current?.focus()
    } catch (error) {
      if (!isRefusedForOnlyAdmin(error)) throw error
      setIsNeeded(true)
    } finally {
      setAsked(undefined)
    }
  }
  const remove = async () => {
    await team.removeUser(id, { keepAdmin: true })
    await members.load()
  }
  const canChangeRole = members.page?.can_change_roles
  return (
    <Item
      icon={<Avatar user={{ displayName: shown || null, profileImageUrl: member.profile_image_url }} size={28} />}
      name={shown || <Placeholder>{name}</Placeholder>}
      badges={
        <>
          {isSelf && <Badge>{t('You')}</Badge>}
          {!member.display_name && unverified}
        </>
      }
      text={
        <>
          {member.display_name && address && (
            <div>
              {address} {unverified}
            </div>
          )}
          {isAdmin ? t('Admin') : t('Member')}
          {joined && ` · ${t('Joined {date}', { date: formatDate(new Date(joined), lang) })}`}
          {isNeeded && <Note error={t('This team needs at least one admin.')} />}
        </>
      }
      action={
        // Users leave the team instead of removing themselves.
        !isSelf &&
        (canChangeRole || canRemove) && (
          <Menu label={t('Actions for {name}', { name })} triggerClass="lk-icon-button" trigger={<Icon path={dots} />}>
            {canChangeRole && (
              <MenuItem onClick={() => setAsked('role')}>{isAdmin ? t('Make member') : t('Make admin')}</MenuItem>
            )}
            {canRemove && <MenuItem onClick={() => setAsked('removal')}>{t('Remove')}</MenuItem>}
          </Menu>
        )
      }
      question={
        asked && (
          <Question
            {...(asked === 'removal'
              ? { question: t('Remove {name} from the team?', { name }), confirmLabel: t('Remove') }
              : isAdmin
                ? {
                    question: t('Make {name} a member without admin rights?', { name }),
                    confirmLabel: t('Make member'),
                  }
                : {
                    question: t('Make {name} an admin? Admins can do everything you can in this team.', { name }),
                    confirmLabel: t('Make admin'),
                  })}
            onConfirm={() => change(asked === 'removal' ? remove : () => members.setAdmin(id, !isAdmin))}
            onCancel={() => setAsked(undefined)}
          />
        )
      }
    />
  )
}
