import { context, type Span, SpanStatusCode, trace } from '@opentelemetry/api'

/** Everything that the work does belongs to the span. */
export async function runInSpan<T>(span: Span, work: () => Promise<T>): Promise<T> {
  try {
    return await context.with(trace.setSpan(context.active(), span), work)
  } catch (error) {
    failSpan(span, error)
    throw error
  } finally {
    span.end()
  }
}

/** Only the kind of error, because messages may contain personal data. */
export function failSpan(span: Span, error: unknown): void {
  const { name, code } = error as { name?: string; code?: unknown }
  span.setAttribute('error.type', typeof code === 'string' ? code : (name ?? 'Error'))
  span.setStatus({ code: SpanStatusCode.ERROR })
}
