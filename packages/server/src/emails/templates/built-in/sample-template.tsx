import { Heading, Text } from '@react-email/components'
import { NotificationCategory, type Props, Subject } from '@stackframe/emails'
import { type } from 'arktype'

export const variablesSchema = type({
  count: 'number',
})

export function EmailTemplate({ user, project, variables }: Props<typeof variablesSchema.infer>) {
  return (
    <>
      <Subject value={`News from ${project.displayName}`} />
      <NotificationCategory value="Transactional" />
      <Heading className="m-0 mb-[16px] font-semibold text-[20px] leading-[24px]">
        {user.displayName ? `Hi ${user.displayName}` : 'Hi'}
      </Heading>
      <Text className="m-0 text-[15px] leading-[24px]">The count is {variables.count}.</Text>
    </>
  )
}

EmailTemplate.PreviewVariables = {
  count: 10,
} satisfies typeof variablesSchema.infer
