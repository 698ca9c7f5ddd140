import { z } from 'zod'
import { byAccess } from './access.ts'
import { email, listCursor, listOf, noQuery, signInEmail, success, url, userIdOrMe, uuid } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'
import { codeBody, codeIsValid, linkQuery, verificationCodeErrors } from './verification-codes.ts'

const contactChannel = z.object({
  id: z.string(),
  user_id: z.string(),
  type: z.literal('email'),
  value: z.string(),
  is_primary: z.boolean(),
  is_verified: z.boolean(),
  used_for_auth: z.boolean(),
})

const clientCreate = z.strictObject({
  user_id: userIdOrMe,
  type: z.literal('email'),
  value: email,
  used_for_auth: z.boolean(),
  is_primary: z.boolean().optional(),
})

const clientUpdate = z.strictObject({
  type: z.literal('email').optional(),
  value: email.optional(),
  used_for_auth: z.boolean().optional(),
  is_primary: z.boolean().optional(),
})

const isVerified = { is_verified: z.boolean().optional() }
const query = z.strictObject({
  user_id: userIdOrMe.optional(),
  contact_channel_id: uuid.optional(),
  cursor: listCursor.optional(),
})
const params = z.strictObject({ user_id: userIdOrMe, id: uuid })

export const contactChannelRoutes = defineRoutes({
  'GET /contact-channels': {
    summary: 'List contact channels, oldest first',
    description: 'Clients list their own; servers those of a user, or all of the project.',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    query,
    response: listOf(contactChannel),
    errors: [],
  },
  'POST /contact-channels': {
    summary: 'Give a user another e-mail',
    description: 'No mail is sent. A new primary channel takes the mark from the one before.',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    stepUp: true,
    query,
    body: byAccess({ client: clientCreate, server: clientCreate.extend(isVerified) }),
    status: 201,
    response: contactChannel,
    errors: ['USER_NOT_FOUND', 'CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE'],
  },
  'GET /contact-channels/{user_id}/{id}': {
    summary: 'Read a contact channel',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    params,
    query,
    response: contactChannel,
    errors: [],
  },
  'PATCH /contact-channels/{user_id}/{id}': {
    summary: 'Change a contact channel',
    description: 'Another address has to be verified again, unless a server says that it is.',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    stepUp: true,
    params,
    query,
    body: byAccess({ client: clientUpdate, server: clientUpdate.extend(isVerified) }),
    response: contactChannel,
    errors: ['CONTACT_CHANNEL_ALREADY_USED_FOR_AUTH_BY_SOMEONE_ELSE'],
  },
  'DELETE /contact-channels/{user_id}/{id}': {
    summary: 'Remove a contact channel',
    description: 'Any of them, the primary one too. Its address does not sign in any more.',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    stepUp: true,
    params,
    query,
    response: success,
    errors: [],
  },
  'POST /contact-channels/{user_id}/{id}/send-verification-code': {
    summary: 'Send a verification mail to a contact channel',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    handlerLimits: ['mailByRecipient', 'mailByAddress'],
    query: noQuery,
    params,
    body: z.strictObject({ callback_url: url }),
    response: success,
    errors: ['USER_ID_DOES_NOT_EXIST', 'EMAIL_ALREADY_VERIFIED', 'REDIRECT_URL_NOT_WHITELISTED'],
  },
  'POST /contact-channels/send-verification-code': {
    summary: 'Send a verification mail to the own primary e-mail',
    access: everyone,
    user: 'required',
    handlerLimits: ['mailByRecipient', 'mailByAddress'],
    query: noQuery,
    body: z.strictObject({ email: signInEmail, callback_url: url }),
    response: success,
    errors: ['EMAIL_IS_NOT_PRIMARY_EMAIL', 'EMAIL_ALREADY_VERIFIED', 'REDIRECT_URL_NOT_WHITELISTED'],
  },
  'POST /contact-channels/verify': {
    summary: 'Verify the e-mail that a code was sent to',
    description: 'Needs no signed-in user. A channel that is gone or has another address by now is a plain 400.',
    access: everyone,
    handlerLimits: ['codeGuessesByEmail'],
    query: noQuery,
    body: codeBody,
    response: success,
    errors: verificationCodeErrors,
  },
  'POST /contact-channels/verify/details': {
    summary: 'What a verification code would verify, and for which account',
    description: 'For the page that asks the reader of the mail whether the account is theirs.',
    access: everyone,
    handlerLimits: ['codeGuessesByEmail'],
    query: noQuery,
    body: codeBody,
    response: z.object({
      email: z.string(),
      account_display_name: z.string().nullable(),
      account_primary_email: z.string().nullable(),
      project_display_name: z.string(),
    }),
    errors: verificationCodeErrors,
  },
  'POST /contact-channels/verify/reject': {
    summary: 'Say that a verification mail is about somebody else’s account',
    description:
      'Uses the code up and removes the address from the account, which does not sign in with it any more. An address ' +
      'that was verified since is a plain 400.',
    access: everyone,
    handlerLimits: ['codeGuessesByEmail'],
    query: noQuery,
    body: codeBody,
    response: success,
    errors: verificationCodeErrors,
  },
  'GET /contact-channels/not-me': {
    summary: 'The page behind the “this is not me” link of a verification mail',
    description: 'A page with a button. Opening it changes nothing.',
    access: 'open',
    query: linkQuery,
    response: 'html',
    errors: ['VERIFICATION_CODE_NOT_FOUND', 'VERIFICATION_CODE_EXPIRED'],
  },
  'POST /contact-channels/not-me': {
    summary: 'Remove the address of a verification mail from the account that it is about',
    description: 'What the button of the page does.',
    access: 'open',
    query: linkQuery,
    response: 'html',
    errors: ['VERIFICATION_CODE_NOT_FOUND', 'VERIFICATION_CODE_EXPIRED'],
  },
  'POST /contact-channels/verify/check-code': {
    summary: 'Test a verification code without using it',
    access: everyone,
    handlerLimits: ['codeGuessesByEmail'],
    query: noQuery,
    body: codeBody,
    response: codeIsValid,
    errors: verificationCodeErrors,
  },
})
