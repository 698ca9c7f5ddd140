import { type ProjectChange, useProjectChanges } from '../data/data.ts'
import { useProject } from '../data/owner.ts'
import { useAction } from '../data/use-action.ts'

/** Saves one setting immediately, with undo. */
export function useSetting() {
  const { revision } = useProject()
  const { update } = useProjectChanges()
  const { run } = useAction()
  return (config: ProjectChange['config'], previous: ProjectChange['config'], done: string) =>
    void run(() => update({ config }, revision), {
      done,
      undo: (saved) => update({ config: previous }, saved.revision),
    })
}
