/** When Latchkey sends each built-in template. Their IDs are part of the API. */
export const builtInTemplateUses: Readonly<Record<string, string>> = {
  'e7d009ce-8d47-4528-b245-5bf119f2ffa3': 'to verify an email address',
  'a70fb3a4-56c1-4e42-af25-49d25603abd0': 'to reset a forgotten password',
  '822687fe-8d0a-4467-a0d1-416b6e639478': 'to sign in with a code or link',
  'e84de395-2076-4831-9c19-8e9a96a868e4': 'to invite someone to a team',
  '066dd73c-36da-4fd0-b6d6-ebf87683f8bc': 'to invite someone to the app',
}
