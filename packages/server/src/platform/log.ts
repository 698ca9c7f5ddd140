import type { LogLevel } from './config/values.ts'
import { redactFields } from './log-fields.ts'

export interface Log {
  debug(message: string, fields?: Record<string, unknown>): void
  info(message: string, fields?: Record<string, unknown>): void
  warn(message: string, fields?: Record<string, unknown>): void
  error(message: string, fields?: Record<string, unknown>): void
}

interface LogOptions {
  level: LogLevel
  isProduction: boolean
  write?: (line: string) => void
  /** Also gets everything that is logged. */
  onEntry?: ((entry: LogEntry) => void) | undefined
}

type WrittenLevel = Exclude<LogLevel, 'silent'>

const importance: Record<LogLevel, number> = { debug: 0, info: 1, warn: 2, error: 3, silent: 4 }
const colors: Record<WrittenLevel, number> = { debug: 90, info: 36, warn: 33, error: 31 }

/** JSON lines in production, human-readable lines in development. Fields that look secret are redacted. */
export function createLog({ level, isProduction, write, onEntry }: LogOptions): Log {
  const writeLine = write ?? createStdoutWriter()
  const isColored = write === undefined && process.stdout.isTTY && !process.env.NO_COLOR
  const format = isProduction ? formatJson : (entry: LogEntry) => formatReadable(entry, isColored)

  const logAt = (entryLevel: WrittenLevel) => (message: string, fields?: Record<string, unknown>) => {
    if (importance[entryLevel] < importance[level]) return
    const entry = { time: new Date(), level: entryLevel, message, fields: redactFields(fields ?? {}) }
    writeLine(format(entry))
    onEntry?.(entry)
  }
  return { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') }
}

export interface LogEntry {
  time: Date
  level: WrittenLevel
  message: string
  fields: Record<string, unknown>
}

/** A failure to write the log (closed pipe, full disk) must not stop the server. */
function createStdoutWriter(): (line: string) => void {
  if (!process.stdout.listeners('error').includes(ignoreError)) process.stdout.on('error', ignoreError)
  return (line) => void process.stdout.write(line)
}

function ignoreError(): void {}

/** Fields with the name of one of the first three are dropped, so that they cannot be forged. */
function formatJson({ time, level, message, fields }: LogEntry): string {
  const { time: _time, level: _level, message: _message, ...rest } = fields
  return `${JSON.stringify({ time: time.toISOString(), level, message, ...rest })}\n`
}

function formatReadable({ time, level, message, fields }: LogEntry, isColored: boolean): string {
  const paint = (code: number, text: string) => (isColored ? `\u001b[${code}m${text}\u001b[0m` : text)
  const stacks: string[] = []
  const pairs = Object.entries(fields).map(([name, value]) => {
    if (!isSerialisedError(value)) return `${name}=${formatValue(value)}`
    stacks.push(...formatStack(value))
    return `${name}=${formatValue(value.message)}`
  })
  const clock = paint(90, time.toTimeString().slice(0, 8))
  const head = [clock, paint(colors[level], level.padEnd(5)), escapeControls(message), paint(90, pairs.join(' '))]
  return `${[head.join(' ').trimEnd(), ...stacks].join('\n')}\n`
}

interface SerialisedError {
  message: string
  stack: string
  cause?: unknown
}

function isSerialisedError(value: unknown): value is SerialisedError {
  return typeof value === 'object' && value !== null && 'stack' in value && 'message' in value
}

function formatStack(error: SerialisedError): string[] {
  const own = error.stack.split('\n').map((line) => `    ${escapeControls(line)}`)
  return isSerialisedError(error.cause) ? [...own, '  caused by', ...formatStack(error.cause)] : own
}

function formatValue(value: unknown): string {
  if (typeof value === 'string' && /^[\w./:@-]+$/.test(value)) return value
  return JSON.stringify(value) ?? String(value)
}

/** Untrusted text must not move the cursor or forge a line. */
function escapeControls(text: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this looks for.
  return text.replace(/[\u0000-\u001f\u007f-\u009f]/g, (char) => JSON.stringify(char).slice(1, -1))
}
