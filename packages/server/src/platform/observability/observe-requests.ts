import { context, propagation, SpanKind, SpanStatusCode, type Tracer, trace } from '@opentelemetry/api'
import type { MiddlewareHandler } from 'hono'
import type { Instruments } from './instruments.ts'
import { findRouteTemplate } from './route-template.ts'

/** A span and a duration for every request, by its route template: paths contain IDs and codes. */
export function createRequestObserver(tracer: Tracer, { record }: Instruments): MiddlewareHandler {
  return async (c, next) => {
    const began = performance.now()
    const method = { 'http.request.method': c.req.method }
    const caller = propagation.extract(context.active(), c.req.header())
    const span = tracer.startSpan(c.req.method, { kind: SpanKind.SERVER, attributes: method }, caller)
    try {
      await context.with(trace.setSpan(caller, span), next)
    } finally {
      const route = findRouteTemplate(c)
      const { status } = c.res
      const attributes = { ...method, 'http.response.status_code': status, ...(route && { 'http.route': route }) }
      if (route) span.updateName(`${c.req.method} ${route}`)
      span.setAttributes(attributes)
      if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR })
      span.end()
      record('http.server.request.duration', (performance.now() - began) / 1000, attributes)
    }
  }
}
