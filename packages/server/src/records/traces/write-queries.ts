import { sql } from 'kysely'
import { deleteInBatches } from '../../platform/db/batches.ts'
import type { Db } from '../../platform/db/database.ts'

/** A trace that is still to be written. Hashes are in hexadecimal, because rows travel as JSON. */
export interface NewTrace {
  id: string
  fingerprint: string
  /** Undefined if only the flow tells it. */
  project_id: string | undefined
  kind: string
  code: string
  status: number | undefined
  route: string | undefined
  user_id: string | undefined
  /** Only to find the user. */
  address: string | undefined
  address_hash: string | undefined
  flow_id: string | undefined
  state_hash: string | undefined
  code_kind: string | undefined
  code_hash: string | undefined
  ip_address: string | undefined
  user_agent: string | undefined
  steps: unknown[]
  /** If somebody failed to sign in. */
  sign_in_method: string | undefined
  reference_ids: string[]
  count: number
  first_at: Date
  last_at: Date
}

/** What a project keeps of one sort: the same kind and code, of users or of nobody. So junk only displaces its like. */
export const keptOfSort = 500
export const keptOfProject = 5_000

/**
 * Writes traces, counts failed sign-ins, and deletes the oldest traces of those that their projects have too many of, in
 * one statement; traces of nobody go before those of users. Traces of users and projects that no longer exist are left
 * out. What became of a code or a flow is looked up here: it costs no query of its own, and the request has been
 * answered.
 */
export async function insertTraces(db: Db, traces: readonly NewTrace[]): Promise<void> {
  await sql`
    WITH incoming AS MATERIALIZED (
      SELECT * FROM json_to_recordset(${JSON.stringify(traces)}::json) AS incoming (
        id uuid, fingerprint text, project_id text, kind text, code text, status smallint, route text, user_id uuid,
        address text, address_hash text, flow_id text, state_hash text, code_kind text, code_hash text,
        ip_address text, user_agent text, steps jsonb, sign_in_method text, reference_ids jsonb, count integer,
        first_at timestamptz, last_at timestamptz)
    ), resolved AS MATERIALIZED (
      SELECT i.*, p.id AS of_project, coalesce(i.user_id, address.user_id, code.user_id, exchange.user_id) AS of_user,
        coalesce(i.flow_id, ${flowIdOf(sql`flow.request ->> 'codeChallenge'`)}, ${flowIdOf(sql`exchange.code_challenge`)})
          AS of_flow,
        ${beganStep} || i.steps || ${codeStep} AS all_steps
      FROM incoming i
      LEFT JOIN oauth_flows flow ON flow.state_hash = decode(i.state_hash, 'hex')
        AND flow.project_id = coalesce(i.project_id, flow.project_id)
      JOIN projects p ON p.id = coalesce(i.project_id, flow.project_id)
      LEFT JOIN verification_codes code
        ON code.project_id = p.id AND code.kind = i.code_kind AND code.code_hash = decode(i.code_hash, 'hex')
      LEFT JOIN oauth_codes exchange
        ON i.code_kind = 'oauth' AND exchange.project_id = p.id AND exchange.code_hash = decode(i.code_hash, 'hex')
      LEFT JOIN LATERAL (
        SELECT user_id FROM contact_channels
        WHERE project_id = p.id AND type = 'email' AND value = coalesce(i.address, code.data ->> 'email')
        ORDER BY used_for_auth DESC, is_verified DESC, created_at LIMIT 1
      ) address ON true
      LEFT JOIN LATERAL (
        SELECT ip_address FROM audit_entries
        WHERE project_id = p.id AND target_id = coalesce(code.user_id, exchange.user_id, address.user_id)::text
          AND action IN ('user.signed_in', 'password.reset', 'contact_channel.verified')
          AND happened_at BETWEEN coalesce(code.used_at, exchange.used_at) - interval '1 second'
            AND coalesce(code.used_at, exchange.used_at) + interval '10 seconds'
        ORDER BY happened_at LIMIT 1
      ) used ON true
    ), written AS (
      INSERT INTO traces (project_id, id, fingerprint, kind, code, status, route, user_id, address_hash, flow_id,
        ip_address, user_agent, steps, reference_ids, count, first_at, last_at)
      SELECT of_project, id, decode(fingerprint, 'hex'), kind, code, status, route, of_user,
        CASE WHEN of_user IS NULL THEN decode(address_hash, 'hex') END, of_flow, ip_address, user_agent,
        CASE WHEN octet_length(all_steps::text) <= 4000 THEN all_steps ELSE '[]' END::json,
        ARRAY(SELECT jsonb_array_elements_text(reference_ids)), count, first_at, last_at
      FROM resolved r
      WHERE of_user IS NULL OR EXISTS (SELECT FROM users u WHERE u.project_id = of_project AND u.id = of_user)
      ORDER BY of_project, fingerprint
      ON CONFLICT (project_id, fingerprint) DO UPDATE SET
        count = traces.count + excluded.count,
        steps = excluded.steps,
        last_at = greatest(traces.last_at, excluded.last_at),
        reference_ids = (excluded.reference_ids || traces.reference_ids)[1:${sql.lit(keptReferences)}]
    ), counted AS (
      INSERT INTO metric_counters AS c (project_id, name, key, is_anonymous, shard, count)
      SELECT of_project, 'fails', concat_ws(' ', utc_day(last_at), sign_in_method, code,
        CASE WHEN of_user IS NULL THEN 'unknown' ELSE 'known' END) AS figure, false, pg_backend_pid() % 16, sum(count)
      FROM resolved WHERE sign_in_method IS NOT NULL
      GROUP BY of_project, figure ORDER BY of_project, figure
      ON CONFLICT (project_id, name, key, is_anonymous, shard) DO UPDATE SET count = c.count + excluded.count
    )
    DELETE FROM traces WHERE (project_id, id) IN (
      SELECT old.project_id, old.id FROM (
        SELECT DISTINCT of_project, kind, code, of_user IS NULL AS of_nobody FROM resolved
      ) AS sort CROSS JOIN LATERAL (
        SELECT project_id, id FROM traces
        WHERE project_id = sort.of_project AND kind = sort.kind AND code = sort.code
          AND (user_id IS NULL) = sort.of_nobody
        ORDER BY first_at DESC OFFSET ${sql.lit(keptOfSort)} FOR UPDATE SKIP LOCKED
      ) AS old
      UNION ALL
      SELECT old.project_id, old.id FROM (SELECT DISTINCT of_project FROM resolved) AS project CROSS JOIN LATERAL (
        SELECT project_id, id FROM traces WHERE project_id = project.of_project
        ORDER BY user_id IS NULL, first_at DESC, id OFFSET ${sql.lit(keptOfProject)} FOR UPDATE SKIP LOCKED
      ) AS old
    )`.execute(db)
}

export const keptReferences = 20
export const keptDays = 14

const flowIdOf = (challenge: ReturnType<typeof sql>) =>
  sql`left(encode(sha256(convert_to(p.id || ':' || (${challenge}), 'UTF8')), 'hex'), 32)`

const millisOf = (time: ReturnType<typeof sql>) => sql`floor(extract(epoch FROM ${time}) * 1000)`

/** Of a flow whose browser came back. */
const beganStep = sql`CASE WHEN flow.state_hash IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(jsonb_build_object(
  'step', 'provider-began', 'provider', flow.provider_config_id, 'began_at_millis', ${millisOf(sql`flow.created_at`)}
)) END`

/** Of a code that was refused, also if there is no such code. A code that was used later had not been used then. */
const codeStep = sql`CASE WHEN i.code_kind IS NULL THEN '[]'::jsonb ELSE jsonb_build_array(jsonb_build_object(
  'step', 'code', 'kind', i.code_kind,
  'created_at_millis', ${millisOf(sql`coalesce(code.created_at, exchange.created_at)`)},
  'expires_at_millis', ${millisOf(sql`coalesce(code.expires_at, exchange.expires_at)`)},
  'used_at_millis', CASE WHEN coalesce(code.used_at, exchange.used_at) <= i.last_at
    THEN ${millisOf(sql`coalesce(code.used_at, exchange.used_at)`)} END,
  'used_from', CASE WHEN coalesce(code.used_at, exchange.used_at) <= i.last_at AND used.ip_address IS NOT NULL
    THEN CASE WHEN used.ip_address = i.ip_address THEN 'same-address' ELSE 'another-address' END END,
  'tries', code.attempts
)) END`

/** Emails that were sent and webhooks are deleted with their own tables. */
export async function deleteOldTraces(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'traces', sql`first_at < ${before}`)
}

/** What was typed before the address became that of a user. */
export async function deleteTracesOfAddresses(db: Db, projectId: string, hashes: readonly Buffer[]): Promise<void> {
  if (hashes.length === 0) return
  await db
    .deleteFrom('traces')
    .where('project_id', '=', projectId)
    .where('address_hash', 'in', [...hashes])
    .execute()
}
