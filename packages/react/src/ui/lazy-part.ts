import { type LazyExoticComponent, lazy, type ReactNode } from 'react'

/** A lazy component, whose whole module is loaded when it is first shown. */
export function lazyPart<Parts, Props>(
  load: () => Promise<Parts>,
  pick: (parts: Parts) => (props: Props) => ReactNode,
): LazyExoticComponent<(props: Props) => ReactNode> {
  return lazy(async () => ({ default: pick(await load()) }))
}
