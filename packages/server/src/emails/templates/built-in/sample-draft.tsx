import { Heading, Text } from '@react-email/components'
import { NotificationCategory, type Props, Subject } from '@stackframe/emails'

export function EmailTemplate({ user, project }: Props) {
  return (
    <>
      <Subject value={`News from ${project.displayName}`} />
      <NotificationCategory value="Marketing" />
      <Heading className="m-0 mb-[16px] font-semibold text-[20px] leading-[24px]">
        {user.displayName ? `Hi ${user.displayName}` : 'Hi'}
      </Heading>
      <Text className="m-0 text-[15px] leading-[24px]">this is the beginning of a new email.</Text>
    </>
  )
}
