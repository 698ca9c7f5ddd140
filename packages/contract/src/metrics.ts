import { z } from 'zod'
import { listCursor, listOf, queryBoolean } from './fields.ts'
import { defineRoutes, everyone } from './route.ts'
import { serverUser } from './users.ts'

const perDay = z
  .array(z.object({ date: z.string(), activity: z.number().int() }))
  .meta({ description: 'One entry for each of the last 31 days in UTC, oldest first.' })

const count = z.number().int()
const perPeriod = z.array(z.object({ date: z.string(), active_users: count }))

export const metricRoutes = defineRoutes('read', {
  'GET /internal/metrics': {
    summary: 'Get the metrics of the project',
    description: 'The metrics are updated continuously, so that reading them is fast for any number of users.',
    access: ['admin'],
    heavyRead: true,
    query: z.strictObject({ include_anonymous: queryBoolean.optional() }),
    response: z.object({
      total_users: z.number().int(),
      daily_users: perDay,
      daily_active_users: perDay,
      users_by_country: z.record(z.string(), z.number().int()),
      recently_registered: z.array(serverUser),
      recently_active: z.array(serverUser),
      login_methods: z.array(z.object({ method: z.string(), count: z.number().int() })),
    }),
    errors: [],
  },
  'GET /internal/overview': {
    summary: 'Get everything that the overview of a project shows',
    access: ['admin'],
    heavyRead: true,
    query: z.strictObject({ days: z.number().int().min(1).max(365).optional() }),
    response: z.object({
      total_users: count,
      daily: z.array(z.object({ date: z.string(), sign_ups: count, sessions: count, active_users: count })).meta({
        description:
          'The days of the range in UTC, by default 30, oldest first. Before them as many days for comparison, unless ' +
          'they are not kept.',
      }),
      weekly: perPeriod.meta({ description: 'Weeks, by their Mondays.' }),
      monthly: perPeriod.meta({ description: 'Months, by their first days.' }),
      methods: z.array(z.object({ method: z.string(), users: count })),
      countries: z.array(z.object({ country: z.string(), users: count })),
      sign_up_methods: z.array(z.object({ method: z.string(), users: count })).meta({
        description:
          'How those who signed up in the range sign in, of the newest 10,000. Each counts once; `none` is without a ' +
          'method.',
      }),
      failed_sign_ins: z
        .array(z.object({ method: z.string(), code: z.string(), is_known_user: z.boolean(), attempts: count }))
        .meta({
          description:
            'In the range, by method and error code. A wrong password has a known user, a wrong address does not.',
        }),
      revenue: z
        .object({
          purchases: count,
          usd_cents: z.number(),
          test_usd_cents: z.number(),
          previous_usd_cents: z.number().meta({ description: 'In as many days before the range.' }),
        })
        .meta({
          description:
            'New sales: one-time purchases and the first payments of new subscriptions in the range, without refunded ' +
            'ones and trials. The card provider knows about renewals.',
        }),
      newest_users: z.array(serverUser),
      recently_active_users: z.array(serverUser),
      has_valid_keys: z.boolean(),
      problems: z.object({
        failed_emails: count.meta({ description: 'Attempts within the last seven days, counted up to 1,000.' }),
        failing_webhooks: z.array(z.object({ id: z.string(), url: z.string(), is_disabled: z.boolean() })),
        expiring_keys: z
          .array(
            z.object({
              id: z.string(),
              description: z.string(),
              expires_at_millis: z.number().int(),
              is_replaced: z.boolean(),
            }),
          )
          .meta({
            description:
              'Those that expire within two weeks, or have expired within the last 30 days. Of keys that a rotation ' +
              'has replaced only those that were used within the last day.',
          }),
      }),
    }),
    errors: [],
  },
  'GET /internal/project-figures': {
    summary: 'Get the sign-ups of all projects that the signed-in owner manages',
    description:
      'Call it in the project `internal`, or in any project with the admin access token of an owner. In the order of ' +
      '`GET /internal/projects`.',
    access: everyone,
    ownerNeeds: 'none',
    user: 'owner',
    query: z.strictObject({ cursor: listCursor.optional() }),
    response: listOf(
      z.object({
        project_id: z.string(),
        total_users: count,
        daily_sign_ups: z.array(count).meta({ description: 'Of the last 30 days in UTC, oldest first.' }),
      }),
    ),
    errors: [],
  },
})
