import { Mail } from 'lucide-react'
import { MissingPage } from '../parts/detail-page.tsx'

export function Missing({ noun }: { noun: string }) {
  return (
    <MissingPage noun={noun} list="/projects/$projectId/emails" listName="All emails" icon={<Mail />}>
      It may have been deleted, or the link is incomplete.
    </MissingPage>
  )
}
