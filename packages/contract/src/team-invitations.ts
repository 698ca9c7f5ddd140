import { z } from 'zod'
import { emailAsGiven, listCursor, listOf, millis, noQuery, success, url, uuid } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'
import { codeBody, codeIsValid, verificationCodeErrors } from './verification-codes.ts'

const query = z.strictObject({ team_id: uuid })
const teamErrors = ['TEAM_MEMBERSHIP_NOT_FOUND', 'TEAM_PERMISSION_REQUIRED', 'TEAM_NOT_FOUND'] as const

export const teamInvitationRoutes = defineRoutes('teams', {
  'POST /team-invitations/send-code': {
    summary: 'Invite somebody to a team by email',
    description:
      'The address does not have to belong to an account. Each call creates a new invitation, which works once and ' +
      'expires after 7 days. Clients need the permission `$invite_members`.',
    access: everyone,
    clientUser: 'USER_AUTHENTICATION_REQUIRED',
    handlerLimits: ['emailsByRecipient', 'emailsByAddress'],
    query: noQuery,
    body: z.strictObject({ email: emailAsGiven, team_id: uuid, callback_url: url }),
    response: z.object({ success: z.literal(true), id: z.string() }),
    errors: [...teamErrors, 'REDIRECT_URL_NOT_WHITELISTED'],
  },
  'GET /team-invitations': {
    summary: 'List the pending invitations of a team',
    description: 'Clients need the permissions `$read_members` and `$invite_members`.',
    access: everyone,
    clientUser: 'USER_AUTHENTICATION_REQUIRED',
    query: query.extend({ cursor: listCursor.optional() }),
    response: listOf(
      z.object({ id: z.string(), team_id: z.string(), expires_at_millis: millis, recipient_email: z.string() }),
    ),
    errors: teamErrors,
  },
  'DELETE /team-invitations/{id}': {
    summary: 'Revoke an invitation',
    description: 'Clients need the permission `$remove_members`.',
    access: everyone,
    clientUser: 'USER_AUTHENTICATION_REQUIRED',
    params: z.strictObject({ id: uuid }),
    query,
    response: success,
    errors: [...teamErrors, 'VERIFICATION_CODE_NOT_FOUND'],
  },
  'POST /team-invitations/accept': {
    summary: 'Accept an invitation to a team',
    description:
      'The signed-in user joins the team, regardless of their email address. If they are already a member, the code ' +
      'is used up and nothing else changes. In the project `internal`, they must have verified the invited address ' +
      '(otherwise the response is a plain-text 403), and the item `dashboard_admins` limits the members of a team.',
    access: everyone,
    ownerNeeds: 'none',
    user: 'authenticated',
    handlerLimits: ['codeGuessesByEmail'],
    query: noQuery,
    body: codeBody,
    response: z.object({}),
    errors: [
      ...verificationCodeErrors,
      'TEAM_NOT_FOUND',
      'CONNECTION_REQUIRED',
      'ITEM_NOT_FOUND',
      'ITEM_QUANTITY_INSUFFICIENT_AMOUNT',
    ],
  },
  'POST /team-invitations/accept/check-code': {
    summary: 'Test an invitation code without using it',
    access: everyone,
    ownerNeeds: 'none',
    handlerLimits: ['codeGuessesByEmail'],
    query: noQuery,
    body: codeBody,
    response: codeIsValid,
    errors: verificationCodeErrors,
  },
  'POST /team-invitations/accept/details': {
    summary: 'Get the team of an invitation',
    access: everyone,
    ownerNeeds: 'none',
    user: 'authenticated',
    handlerLimits: ['codeGuessesByEmail'],
    query: noQuery,
    body: codeBody,
    response: z.object({ team_id: z.string(), team_display_name: z.string() }),
    errors: [...verificationCodeErrors, 'TEAM_NOT_FOUND'],
  },
})
