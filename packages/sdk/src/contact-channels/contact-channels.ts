import type { Routes } from '@latchkey/contract'
import type { Owner } from '../core/actors.ts'
import { findError } from '../errors/expected-errors.ts'
import { loadWholeList } from '../transport/lists.ts'

export interface ContactChannel {
  readonly id: string
  readonly value: string
  readonly type: 'email'
  readonly isPrimary: boolean
  readonly isVerified: boolean
  readonly usedForAuth: boolean
  /** Emails a verification link. Outside a browser, `callbackUrl` is required. Does nothing if the address is verified. */
  sendVerificationEmail(options?: { callbackUrl?: string | undefined }): Promise<void>
  /** Rejects with CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE if another account signs in with it. */
  update(options: ContactChannelUpdateOptions): Promise<void>
  delete(): Promise<void>
}

export interface ServerContactChannel extends ContactChannel {
  update(options: ServerContactChannelUpdateOptions): Promise<void>
}

export interface ContactChannelCreateOptions {
  type: 'email'
  value: string
  usedForAuth: boolean
  isPrimary?: boolean | undefined
}

export interface ServerContactChannelCreateOptions extends ContactChannelCreateOptions {
  isVerified?: boolean | undefined
}

export interface ContactChannelUpdateOptions {
  value?: string | undefined
  usedForAuth?: boolean | undefined
  isPrimary?: boolean | undefined
}

export interface ServerContactChannelUpdateOptions extends ContactChannelUpdateOptions {
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
