import type { Routes } from '@latchkey/contract'
import type { Owner } from '../core/actors.ts'
import { findError } from '../errors/expected-errors.ts'
import { loadWholeList } from '../transport/lists.ts'

/**
 * An email address of a user.
 * @example
 * for (const channel of await user.listContactChannels()) {
 *   const facts = [channel.isPrimary && 'primary', channel.isVerified && 'verified', channel.usedForAuth && 'for sign-in']
 *   console.log(channel.id, channel.type, channel.value, facts.filter(Boolean))
 * }
 */
export interface ContactChannel {
  /** The id of the contact channel. */
  readonly id: string
  /** The email address. */
  readonly value: string
  /** The type of the contact channel. */
  readonly type: 'email'
  /** Whether it is the user's primary email. */
  readonly isPrimary: boolean
  /** Whether the user has verified the address. */
  readonly isVerified: boolean
  /** Whether the user can sign in with it. */
  readonly usedForAuth: boolean
  /**
   * Emails a verification link. Outside a browser, `callbackUrl` is required. Does nothing if the address is verified.
   * @example await channel.sendVerificationEmail()
   */
  sendVerificationEmail(options?: { callbackUrl?: string | undefined }): Promise<void>
  /**
   * Changes the email address. Rejects with CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE if another account
   * signs in with it.
   * @example await channel.update({ isPrimary: true })
   */
  update(options: ContactChannelUpdateOptions): Promise<void>
  /**
   * Removes the email address from the user.
   * @example await channel.delete()
   */
  delete(): Promise<void>
}

/**
 * An email address of a user, as servers can change it.
 * @example const [channel] = await serverUser.listContactChannels()
 */
export interface ServerContactChannel extends ContactChannel {
  /**
   * Changes the email address, or whether it is verified.
   * @example await channel.update({ isVerified: true })
   */
  update(options: ServerContactChannelUpdateOptions): Promise<void>
}

/**
 * A new email address of a user.
 * @example
 * await user.createContactChannel({ type: 'email', value: 'ada@example.com', usedForAuth: false, isPrimary: false })
 */
export interface ContactChannelCreateOptions {
  /** The type of the contact channel. */
  type: 'email'
  /** The email address. */
  value: string
  /** Whether the user can sign in with it. */
  usedForAuth: boolean
  /** Whether it becomes the primary email. */
  isPrimary?: boolean | undefined
}

/**
 * A new email address of a user, which may already be verified.
 * @example
 * await serverUser.createContactChannel({ type: 'email', value: 'ada@example.com', usedForAuth: true, isVerified: true })
 */
export interface ServerContactChannelCreateOptions extends ContactChannelCreateOptions {
  /** Whether the address counts as verified. */
  isVerified?: boolean | undefined
}

/**
 * Changes that users can make to their email addresses.
 * @example
 * await channel.update({ usedForAuth: true, isPrimary: true })
 * await channel.update({ value: 'ada@example.org' })
 */
export interface ContactChannelUpdateOptions {
  /** A new email address, which has to be verified again. */
  value?: string | undefined
  /** Whether the user can sign in with it. */
  usedForAuth?: boolean | undefined
  /** Whether it is the primary email. */
  isPrimary?: boolean | undefined
}

/**
 * Changes that servers can make to an email address.
 * @example await channel.update({ isVerified: true })
 */
export interface ServerContactChannelUpdateOptions extends ContactChannelUpdateOptions {
  /** Whether the address counts as verified. */
  isVerified?: boolean | undefined
}

type ChannelJson = Routes['POST /contact-channels']['response']['client']

export async function loadContactChannels(owner: Owner) {
  const { core, as, userId } = owner
  const load = (cursor?: string) => core.call('GET /contact-channels', { ...as, query: { user_id: userId, cursor } })
  const items = await loadWholeList(load)
  return { items, create: (record: ChannelJson) => createChannel(owner, record) }
}

export async function createContactChannel(
  owner: Owner,
  { type, value, ...options }: ServerContactChannelCreateOptions,
): Promise<ServerContactChannel> {
  const body = { user_id: owner.userId, type, value, ...createFlags(options), used_for_auth: options.usedForAuth }
  const record = await owner.core.call('POST /contact-channels', { ...owner.as, body })
  await refresh(owner)
  return createChannel(owner, record)
}

function createChannel(owner: Owner, record: ChannelJson): ServerContactChannel {
  const { core, as } = owner
  const { id, value, type } = record
  const request = { ...as, params: { user_id: owner.userId, id } }
  return Object.freeze<ServerContactChannel>({
    id,
    value,
    type,
    isPrimary: record.is_primary,
    isVerified: record.is_verified,
    usedForAuth: record.used_for_auth,
    async sendVerificationEmail({ callbackUrl } = {}) {
      const callback_url = core.redirects.getCallbackUrl('emailVerification', callbackUrl, 'callbackUrl')
      await findError(
        ['EMAIL_ALREADY_VERIFIED'],
        core.call('POST /contact-channels/{user_id}/{id}/send-verification-code', {
          ...request,
          body: { callback_url },
        }),
      )
    },
    async update({ value, ...options }) {
      const body = { value, ...createFlags(options) }
      await core.call('PATCH /contact-channels/{user_id}/{id}', { ...request, body })
      await refresh(owner)
    },
    async delete() {
      await core.call('DELETE /contact-channels/{user_id}/{id}', request)
      await refresh(owner)
    },
  })
}

function createFlags(options: ServerContactChannelUpdateOptions) {
  return { used_for_auth: options.usedForAuth, is_primary: options.isPrimary, is_verified: options.isVerified }
}

/** The user is refreshed too, because it includes the primary email. */
async function refresh({ cache, userId, refreshUser }: Owner): Promise<void> {
  await Promise.all([cache.refresh(`contact-channels/${userId}`), refreshUser()])
}
