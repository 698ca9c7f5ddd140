import { useEffect, useState } from 'react'

/** The pages before this one, which a cursor alone does not know. Another list begins anew. */
export function useTrail(list: string) {
  const [trail, setTrail] = useState<readonly (string | undefined)[]>([])
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is the change of the list that matters
  useEffect(() => setTrail([]), [list])
  return {
    enter: (cursor: string | undefined) => setTrail([...trail, cursor]),
    leave: () => {
      setTrail(trail.slice(0, -1))
      return trail.at(-1)
    },
  }
}
