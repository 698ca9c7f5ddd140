import { type LazyExoticComponent, lazy, type ReactNode } from 'react'

/** A component that is fetched when it is first shown, with all others of its module. */
export function lazyPart<Parts, Props>(
  load: () => Promise<Parts>,
  pick: (parts: Parts) => (props: Props) => ReactNode,
): LazyExoticComponent<(props: Props) => ReactNode> {
  return lazy(async () => ({ default: pick(await load()) }))
}
