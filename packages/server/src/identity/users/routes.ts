import { randomUUID } from 'node:crypto'
import { type HandlerInput, KnownError, userRoutes } from '@latchkey/contract'
import { assertOwnSession } from '../../accounts/sessions/start.ts'
import { recordCreation } from '../../accounts/users/audit.ts'
import { type ServerUserBody, toUserBody } from '../../accounts/users/body.ts'
import { listUserRecords } from '../../accounts/users/list-queries.ts'
import { findUserRecord, type UserRecord } from '../../accounts/users/queries.ts'
import { findRequirement, hasSecondFactor, isSecondFactorOffered } from '../../accounts/users/second-factor.ts'
import { sealTotpSecret } from '../../accounts/users/totp-secret.ts'
import type { Handlers } from '../../api/handler.ts'
import type { Context } from '../../http/context.ts'
import { inTransaction } from '../../platform/db/database.ts'
import { storeImage } from '../../platform/files/images.ts'
import { PlainError } from '../../platform/http/plain-error.ts'
import { explainTakenEmail, insertUser, type NewUser } from './create.ts'
import { removeUser } from './remove.ts'
import { readNewPasswordHash, type UserUpdate, updateUser } from './update.ts'

export const userHandlers: Handlers<typeof userRoutes> = {
  'GET /users/me': async ({ ctx, user }) => ({ ...toUserBody(user), ...forOneself(ctx, user) }),

  'PATCH /users/me': async ({ ctx, user, body }) => {
    const isSensitive = sensitiveFields.some((field) => body[field] !== undefined)
    if (isSensitive) await assertOwnSession(ctx)
    if (ctx.access === 'client') assertOffered(ctx, user, body)
    return { ...(await updateUser(ctx, user.id, body, user)), ...forOneself(ctx, user) }
  },

  'DELETE /users/me': async ({ ctx, user }) => {
    if (ctx.access === 'client' && !ctx.project.config.users.allowClientUserDeletion) {
      throw new PlainError(400, 'This project does not allow users to delete their own account.')
    }
    await assertOwnSession(ctx)
    await removeUser(ctx, user.id)
    return { success: true }
  },

  'GET /users': async ({ ctx, query }) => {
    const { users, nextCursor } = await listUserRecords(ctx.db, ctx.project.id, {
      filter: {
        query: query.query ?? '',
        anonymous: query.include_anonymous === 'true' ? 'include' : 'exclude',
        teamId: query.team_id,
      },
      isDescending: query.desc === 'true',
      limit: query.limit,
      cursor: query.cursor,
      now: ctx.now(),
    })
    return { items: users.map(toUserBody), is_paginated: true, pagination: { next_cursor: nextCursor } }
  },

  'POST /users': async ({ ctx, body }) => {
    assertCanBeCreated(ctx, body)
    const passwordHash = await readNewPasswordHash(ctx, body)
    const id = randomUUID()
    const now = ctx.now()
    const user = await inTransaction(ctx.db, async (trx) => {
      await ctx.platform.quotas.assertRoomForUser(trx, ctx.project.id, ctx.access)
      const profileImageUrl = await storeImage(trx, ctx.project.id, {
        url: body.profile_image_url ?? null,
        folder: 'user-profile-images',
        ownerId: id,
        access: ctx.access,
        baseUrl: ctx.platform.config.url,
        now,
      })
      await insertUser(
        trx,
        ctx.project,
        { ...toNewUser(ctx, body), id, passwordHash: passwordHash ?? null, profileImageUrl },
        now,
      )
      const user = (await findUserRecord(trx, ctx.project.id, id))!
      await recordCreation(trx, ctx, user)
      return user
    }).catch((error: unknown) => {
      throw explainTakenEmail(error, body.primary_email)
    })
    // The response shows the user as it was before its personal team was created and selected.
    return { ...toUserBody(user), selected_team: null, selected_team_id: null }
  },

  'GET /users/{user_id}': ({ ctx, params }) => readUser(ctx, params.user_id),

  'PATCH /users/{user_id}': ({ ctx, params, body }) => updateUser(ctx, params.user_id, body),

  'DELETE /users/{user_id}': async ({ ctx, params }) => {
    await removeUser(ctx, params.user_id)
    return { success: true }
  },
}

function forOneself({ project, now }: Context, user: UserRecord) {
  const requirement = findRequirement(project, user, now())
  return requirement ? { second_factor_requirement: requirement } : {}
}

function assertOffered({ project, now }: Context, user: UserRecord, update: UserUpdate) {
  const setsUp = update.totp_secret_base64 || update.passkey_mfa_enabled
  if (setsUp && !hasSecondFactor(user) && !isSecondFactorOffered(project, user, now())) {
    throw new PlainError(400, 'This project does not offer a second factor.')
  }
}

/** Changing these could take over an account or lock its owner out. Only servers can change the last two. */
const sensitiveFields = [...userRoutes['PATCH /users/me'].stepUp, 'password', 'password_hash'] as const

type UserCreation = HandlerInput<(typeof userRoutes)['POST /users']>['body']

function assertCanBeCreated({ project }: Context, body: UserCreation): void {
  const { auth } = project.config
  if ((body.password ?? body.password_hash) !== undefined && !auth.password.allowSignIn) {
    throw new PlainError(400, 'Password sign-in is not enabled for this project.')
  }
  if (body.otp_auth_enabled && !auth.otp.allowSignIn) {
    throw new PlainError(400, 'Sign-in by one-time code is not enabled for this project.')
  }
  if (!body.primary_email && (body.primary_email_verified || body.primary_email_auth_enabled)) {
    throw new PlainError(400, 'primary_email_verified and primary_email_auth_enabled require primary_email.')
  }
}

function toNewUser(ctx: Context, body: UserCreation): NewUser {
  return {
    displayName: body.display_name ?? null,
    locale: body.locale ?? null,
    primaryEmail: body.primary_email
      ? {
          value: body.primary_email,
          isVerified: body.primary_email_verified ?? false,
          usedForAuth: body.primary_email_auth_enabled ?? false,
        }
      : null,
    isAnonymous: body.is_anonymous ?? false,
    otpAuthEnabled: body.otp_auth_enabled ?? false,
    totpSecretEncrypted: sealTotpSecret(ctx, body.totp_secret_base64),
    clientMetadata: body.client_metadata,
    clientReadOnlyMetadata: body.client_read_only_metadata,
    serverMetadata: body.server_metadata,
    oauthProviders: body.oauth_providers ?? [],
  }
}

async function readUser(ctx: Context, userId: string): Promise<ServerUserBody> {
  const user = await findUserRecord(ctx.db, ctx.project.id, userId)
  if (!user) throw new KnownError('USER_NOT_FOUND')
  return toUserBody(user)
}
