import { z } from 'zod'
import { byAccess } from './access.ts'
import { email, listCursor, listOf, noQuery, password, signInEmail, success, url, userIdOrMe, uuid } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'
import { codeBody, codeIsValid, linkForm, linkQuery, verificationCodeErrors } from './verification-codes.ts'

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

export const contactChannelRoutes = defineRoutes('accounts', {
  'GET /contact-channels': {
    summary: 'List contact channels, oldest first',
    description: 'Clients list their own. Servers list those of one user, or all in the project.',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    query,
    response: listOf(contactChannel),
    errors: [],
  },
  'POST /contact-channels': {
    summary: 'Add an email address to a user',
    description: 'No email is sent. If the new channel is primary, the previous primary channel no longer is.',
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
    description: 'A new address must be verified again, unless a server marks it as verified.',
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
    description: 'Any channel can be removed, including the primary one. Its address can no longer be used to sign in.',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    stepUp: true,
    params,
    query,
    response: success,
    errors: [],
  },
  'POST /contact-channels/{user_id}/{id}/send-verification-code': {
    summary: 'Send a verification email to a contact channel',
    access: everyone,
    clientUser: 'CANNOT_GET_OWN_USER_WITHOUT_USER',
    handlerLimits: ['emailsByRecipient', 'emailsByAddress'],
    query: noQuery,
    params,
    body: z.strictObject({ callback_url: url }),
    response: success,
    errors: ['USER_ID_DOES_NOT_EXIST', 'EMAIL_ALREADY_VERIFIED', 'REDIRECT_URL_NOT_WHITELISTED'],
  },
  'POST /contact-channels/send-verification-code': {
    summary: "Send a verification email to the current user's primary email address",
    access: everyone,
    user: 'required',
    handlerLimits: ['emailsByRecipient', 'emailsByAddress'],
    query: noQuery,
    body: z.strictObject({ email: signInEmail, callback_url: url }),
    response: success,
    errors: ['EMAIL_IS_NOT_PRIMARY_EMAIL', 'EMAIL_ALREADY_VERIFIED', 'REDIRECT_URL_NOT_WHITELISTED'],
  },
  'POST /contact-channels/verify': {
    summary: 'Verify an email address with the code that was sent to it',
    description:
      'Does not need a signed-in user. A channel that was deleted or has a different address now is a plain-text 400. ' +
      'With a session of the account, or with its `password`, this also shows that the account belongs to the owner of ' +
      'the address; otherwise a later recovery by that address removes all sign-in methods from before. A wrong password ' +
      'does not use up the code.',
    access: everyone,
    trace: 'sign-in',
    ownerNeeds: 'none',
    handlerLimits: ['codeGuessesByEmail'],
    query: noQuery,
    body: codeBody.extend({ password: password.optional() }),
    response: success,
    errors: [...verificationCodeErrors, 'PASSWORD_CONFIRMATION_MISMATCH'],
  },
  'POST /contact-channels/verify/details': {
    summary: 'Get the address and account that a verification code is for',
    description: 'For the page that asks the recipient of the email whether the account is theirs.',
    access: everyone,
    ownerNeeds: 'none',
    handlerLimits: ['codeGuessesByEmail'],
    query: noQuery,
    body: codeBody,
    response: z.object({
      email: z.string(),
      account_display_name: z.string().nullable(),
      account_primary_email: z.string().nullable(),
      project_display_name: z.string(),
      /** The account was created with this address, rather than having added it. */
      is_sign_up: z.boolean(),
      /** The password of the account would show that it belongs to the owner of the address. */
      needs_password: z.boolean(),
    }),
    errors: verificationCodeErrors,
  },
  'POST /contact-channels/verify/reject': {
    summary: 'Report that a verification email is about somebody else’s account',
    description:
      'Uses the code and removes the address from the account, which can no longer sign in with it. An address that ' +
      'has been verified in the meantime is a plain-text 400.',
    access: everyone,
    ownerNeeds: 'none',
    handlerLimits: ['codeGuessesByEmail'],
    query: noQuery,
    body: codeBody,
    response: success,
    errors: verificationCodeErrors,
  },
  'GET /contact-channels/not-me': {
    summary: 'Show the page behind the “this is not me” link of a verification email',
    description:
      'The code is in the fragment of the link, and the page posts it. Links of earlier versions have it in the ' +
      'query. Opening the page changes nothing.',
    access: 'open',
    query: linkQuery,
    response: 'html',
    errors: ['VERIFICATION_CODE_NOT_FOUND', 'VERIFICATION_CODE_EXPIRED'],
  },
  'POST /contact-channels/not-me': {
    summary: 'Remove the address of a verification email from the account',
    description: 'Without `confirmed`, shows the page with the button; the button sends it.',
    access: 'open',
    query: linkQuery,
    bodyOptional: true,
    body: linkForm,
    response: 'html',
    errors: ['VERIFICATION_CODE_NOT_FOUND', 'VERIFICATION_CODE_EXPIRED'],
  },
  'POST /contact-channels/verify/check-code': {
    summary: 'Test a verification code without using it',
    access: everyone,
    trace: 'sign-in',
    ownerNeeds: 'none',
    handlerLimits: ['codeGuessesByEmail'],
    query: noQuery,
    body: codeBody,
    response: codeIsValid,
    errors: verificationCodeErrors,
  },
})
