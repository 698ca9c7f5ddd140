/** The server's view of a team. The client's view is cut out of it by the contract. */
export interface ServerTeamBody {
  id: string
  display_name: string
  profile_image_url: string | null
  client_metadata: unknown
  client_read_only_metadata: unknown
  created_at_millis: number
  server_metadata: unknown
}
