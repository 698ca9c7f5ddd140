import type { Counter, Histogram, Meter, ObservableGauge } from '@opentelemetry/api'
import { type AttributesOf, type MetricName, metricDefinitions, type NameOfKind } from './metrics.ts'

export interface Instruments {
  meter: Meter
  counters: Record<NameOfKind<'counter'>, Counter>
  gauges: Record<NameOfKind<'gauge'>, ObservableGauge>
  record<N extends NameOfKind<'histogram'>>(name: N, seconds: number, attributes: Partial<AttributesOf<N>>): void
}

/** The limits that the semantic conventions recommend for durations in seconds. */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.075, 0.1, 0.25, 0.5, 0.75, 1, 2.5, 5, 7.5, 10]

export function createInstruments(meter: Meter): Instruments {
  const histograms: Partial<Record<MetricName, Histogram>> = {}
  const counters: Partial<Record<MetricName, Counter>> = {}
  const gauges: Partial<Record<MetricName, ObservableGauge>> = {}
  for (const [key, { kind, unit, description }] of Object.entries(metricDefinitions)) {
    const name = key as MetricName
    if (kind === 'counter') counters[name] = meter.createCounter(name, { unit, description })
    else if (kind === 'gauge') gauges[name] = meter.createObservableGauge(name, { unit, description })
    else
      histograms[name] = meter.createHistogram(name, {
        unit,
        description,
        advice: { explicitBucketBoundaries: buckets },
      })
  }
  return {
    meter,
    counters: counters as Instruments['counters'],
    gauges: gauges as Instruments['gauges'],
    record: (name, seconds, attributes) => histograms[name]!.record(seconds, attributes),
  }
}
