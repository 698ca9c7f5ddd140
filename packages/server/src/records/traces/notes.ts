import { hash } from 'node:crypto'
import type { TraceStep } from '@latchkey/contract'

const maxSteps = 10

/**
 * What handlers note about a request, in case that it fails: then it becomes a trace. Requests that succeed leave none,
 * and nothing is written before the response.
 */
export class TraceNotes {
  readonly steps: TraceStep[] = []
  projectId: string | undefined
  userId: string | undefined
  /** As it was typed. Stored as a hash, unless a user has it. */
  address: string | undefined
  /** Of PKCE, which all requests of an OAuth round trip have in common. */
  challenge: string | undefined
  /** Of an OAuth flow. */
  state: string | undefined
  /** Only its hash is used, to look up what became of it when the trace is written. */
  code: { kind: string; text: string } | undefined
  /** Of a request that is answered with a redirect. */
  failure: unknown
  /** For what fails in the course of things, such as a refresh after the session has ended. */
  isIgnored = false

  /** What the handler says itself. Never secrets, or what somebody typed. */
  note(step: TraceStep): void {
    if (this.steps.length < maxSteps) this.steps.push(step)
  }

  noteUntrustedUrl(url: string): void {
    this.note({ step: 'untrusted-url', url: withoutQuery(url) })
  }
}

const maxUrl = 300

/** Codes and tokens are in queries, fragments and user names, and IDs of sessions may be in paths. */
export function withoutQuery(text: string): string {
  if (!URL.canParse(text)) return 'not a URL'
  const url = new URL(text)
  const path = url.host ? `//${url.host}${url.pathname}` : ''
  return `${url.protocol}${path}`.slice(0, maxUrl)
}

/**
 * The same for all requests of an OAuth round trip: the challenge comes with the first, is kept with the flow, and
 * follows from the verifier of the last. The database computes it likewise.
 */
export function flowIdOf(projectId: string, challenge: string): string {
  return hash('sha256', `${projectId}:${challenge}`, 'hex').slice(0, 32)
}
