import type { ConnectionTexts } from './source-texts.ts'

const texts: ConnectionTexts = {
  Test: '테스트',
  Domain: '도메인',
  'All identity providers': '모든 ID 공급자',
  Steps: '단계',
  done: '완료',
  Name: '이름',
  Delete: '삭제',
  'Not set up yet': '아직 설정되지 않음',
  Off: '꺼짐',
  'Certificate expired': '인증서 만료됨',
  'Metadata unreachable': '메타데이터에 연결할 수 없음',
  'Certificate expires {date}': '인증서 만료: {date}',
  'Identity providers': 'ID 공급자',
  'Members sign in with the identity provider of their company, such as Entra ID, Okta or Google Workspace.':
    '멤버는 Entra ID, Okta, Google Workspace 같은 회사의 ID 공급자로 로그인합니다.',
  'Add identity provider': 'ID 공급자 추가',
  'Last sign-in {time}': '마지막 로그인: {time}',
  'No sign-ins yet': '아직 로그인 없음',
  Manage: '관리',
  "This isn't the name.": '이름이 일치하지 않습니다.',
  "Everyone who signed in with it will be signed out. Their accounts stay, but can't be used this way anymore. This can't be undone.":
    '이 방법으로 로그인한 모든 사람이 로그아웃됩니다. 계정은 남지만 더 이상 이 방법으로 사용할 수 없습니다. 이 작업은 되돌릴 수 없습니다.',
  'First complete the set-up step.': '먼저 설정 단계를 완료하세요.',
  'People can sign in with {name}.': '{name}(으)로 로그인할 수 있습니다.',
  'Once it is on, people can sign in with {name}.': '켜면 {name}(으)로 로그인할 수 있습니다.',
  "Test the sign-in first, so that nobody is sent to a provider that doesn't work.":
    '작동하지 않는 공급자로 안내되지 않도록 먼저 로그인을 테스트하세요.',
  'Turn it off? Everyone who signed in with it will be signed out, and nobody can sign in with it.':
    '끌까요? 이 방법으로 로그인한 모든 사람이 로그아웃되고 아무도 로그인할 수 없습니다.',
  Directory: '디렉터리',
  'The identity provider adds people to the team and removes them when they leave (SCIM).':
    'ID 공급자가 팀에 사람을 추가하고 퇴사하면 제거합니다(SCIM).',
  'Create token': '토큰 만들기',
  'Your new token': '새 토큰',
  "Enter it at the identity provider, together with the SCIM address. You won't be able to see it again.":
    'SCIM 주소와 함께 ID 공급자에 입력하세요. 다시 볼 수 없습니다.',
  "I've stored the token in a safe place.": '토큰을 안전한 곳에 보관했습니다.',
  'New token': '새 토큰',
  'Create a new token? The one you have now works for another day.':
    '새 토큰을 만들까요? 현재 토큰은 하루 더 작동합니다.',
  'Yes, create it': '네, 만들게요',
  'Delete the directory? Its token stops working. Members stay in the team.':
    '디렉터리를 삭제할까요? 토큰이 더 이상 작동하지 않습니다. 멤버는 팀에 남습니다.',
  'SCIM address': 'SCIM 주소',
  'Active users: {count}': '활성 사용자: {count}',
  'The earlier token (ending in {lastFour}) works until {date}':
    '이전 토큰({lastFour}(으)로 끝남)은 {date}까지 작동합니다',
  'Email domains': '이메일 도메인',
  'People who enter an address at a verified domain on the sign-in page are sent to the identity provider.':
    '로그인 페이지에서 인증된 도메인의 주소를 입력한 사람은 ID 공급자로 안내됩니다.',
  'Add domain': '도메인 추가',
  'Enter a domain, such as example.com.': 'example.com과 같은 도메인을 입력하세요.',
  "Anyone can get an address at this domain, so it can't be used.":
    '이 도메인의 주소는 누구나 만들 수 있어 사용할 수 없습니다.',
  'Last checked {time}': '마지막 확인: {time}',
  'Added {date}': '{date}에 추가됨',
  'Show record': '레코드 보기',
  'The record has to stay. We check it every week.': '레코드는 계속 있어야 합니다. 매주 확인합니다.',
  'Add this TXT record where the DNS of the domain is managed.':
    '도메인의 DNS를 관리하는 곳에 이 TXT 레코드를 추가하세요.',
  Value: '값',
  "The record has been missing since {date}. After a week, the domain won't be verified anymore.":
    '{date}부터 레코드가 없습니다. 일주일 뒤에는 도메인 인증이 해제됩니다.',
  'Remove {domain}? People with an address there will no longer be sent to the identity provider.':
    '{domain}을(를) 제거할까요? 이 도메인의 주소를 가진 사람은 더 이상 ID 공급자로 안내되지 않습니다.',
  'Check now': '지금 확인',
  Verified: '인증됨',
  'Not verified': '인증되지 않음',
  'Record missing': '레코드 없음',
  'The record was found. The domain is verified.': '레코드를 찾았습니다. 도메인이 인증되었습니다.',
  'The record was not found. It can take an hour until a new record is visible.':
    '레코드를 찾지 못했습니다. 새 레코드가 보이기까지 한 시간이 걸릴 수 있습니다.',
  'The name servers of the domain did not respond. Try again in a minute.':
    '도메인의 네임서버가 응답하지 않았습니다. 1분 뒤에 다시 시도하세요.',
  'The record was found, but another team has verified this domain.':
    '레코드를 찾았지만 다른 팀이 이 도메인을 인증했습니다.',
  'Members see it when they sign in.': '멤버가 로그인할 때 표시됩니다.',
  'Identity provider': 'ID 공급자',
  'Another one': '다른 공급자',
  Protocol: '프로토콜',
  'What most companies use.': '대부분의 회사가 사용합니다.',
  'Less to set up.': '설정할 것이 적습니다.',
  'For providers without OpenID Connect.': 'OpenID Connect를 지원하지 않는 공급자용입니다.',
  'Enter the whole URL, including https://.': 'https://를 포함한 전체 URL을 입력하세요.',
  'Copy this value from the identity provider.': 'ID 공급자에서 이 값을 복사하세요.',
  Issuer: '발급자(Issuer)',
  'Authorization URL': '인가 URL',
  'Token URL': '토큰 URL',
  'User info URL': '사용자 정보 URL',
  'Client ID': '클라이언트 ID',
  'Client secret': '클라이언트 시크릿',
  'Stored encrypted and never shown again.': '암호화되어 저장되며 다시 표시되지 않습니다.',
  Scopes: '스코프',
  'Separated by spaces. Some providers need one for groups.':
    '공백으로 구분합니다. 그룹용 스코프가 필요한 공급자도 있습니다.',
  Replace: '교체',
  'A secret is stored. It is never shown.': '시크릿이 저장되어 있습니다. 표시되지 않습니다.',
  'Metadata URL or XML': '메타데이터 URL 또는 XML',
  'Metadata is stored. Enter it again to change these settings.':
    '메타데이터가 저장되어 있습니다. 이 설정을 바꾸려면 다시 입력하세요.',
  'A URL is read again every day, so that new certificates are known in time.':
    'URL은 매일 다시 읽으므로 새 인증서를 제때 알 수 있습니다.',
  'Sign-ins may start at the provider': '공급자에서 로그인을 시작할 수 있음',
  'For tiles in its app launcher. They lead to the sign-in page of this app.':
    '공급자의 앱 실행기 타일용입니다. 이 앱의 로그인 페이지로 연결됩니다.',
  'Save and continue': '저장하고 계속',
  'Stop requiring it': '필수 해제',
  'Stop requiring it? Members could then sign in with passwords, codes and other providers again.':
    '필수를 해제할까요? 멤버가 다시 비밀번호, 코드, 다른 공급자로 로그인할 수 있게 됩니다.',
  'Yes, stop requiring it': '네, 해제할게요',
  'Only through the provider': '공급자를 통해서만',
  'Members sign in only with an identity provider of the team.': '멤버는 팀의 ID 공급자로만 로그인합니다.',
  'Members choose how they sign in.': '로그인 방법은 멤버가 선택합니다.',
  '{name} can also sign in with a password and a second factor.':
    '{name} 님은 비밀번호와 2단계 인증으로도 로그인할 수 있습니다.',
  'Before you can require it, turn on an identity provider and test the sign-in.':
    '필수로 설정하려면 먼저 ID 공급자를 켜고 로그인을 테스트하세요.',
  'Before you can require it, these members need a verified address at a verified domain, or must have signed in with the identity provider once: {names}':
    '필수로 설정하려면 다음 멤버에게 인증된 도메인의 인증된 주소가 있거나 ID 공급자로 한 번 로그인한 적이 있어야 합니다: {names}',
  '{names} and {count} more': '{names} 외 {count}명',
  'I want to be able to sign in with my password and second factor as well, in case the provider fails.':
    '공급자에 장애가 생길 때를 대비해 비밀번호와 2단계 인증으로도 로그인할 수 있게 합니다.',
  'Everyone who manages identity providers gets an email about each such sign-in.':
    '이런 로그인이 있을 때마다 ID 공급자를 관리하는 모든 사람이 이메일을 받습니다.',
  'Require it? Passwords, codes, passkeys, other providers and existing API keys stop working for members, and everyone who signed in another way is signed out.':
    '필수로 설정할까요? 멤버의 비밀번호, 코드, 패스키, 다른 공급자, 기존 API 키가 작동하지 않게 되고, 다른 방법으로 로그인한 사람은 로그아웃됩니다.',
  "Sign in with the identity provider yourself first, so that you don't lock yourself out.":
    '접근이 막히지 않도록 먼저 직접 ID 공급자로 로그인하세요.',
  'At the identity provider': 'ID 공급자에서 할 일',
  'From the identity provider': 'ID 공급자에서 가져올 값',
  'Sign in at the provider in a new tab. You stay signed in here, and no account is created.':
    '새 탭에서 공급자에 로그인하세요. 여기서는 로그인이 유지되며 계정은 만들어지지 않습니다.',
  'Waiting for you to sign in at {name} …': '{name}에 로그인하기를 기다리는 중…',
  'Test sign-in': '로그인 테스트',
  "It doesn't work yet.": '아직 작동하지 않습니다.',
  'Account at the provider': '공급자의 계정',
  Groups: '그룹',
  'Permissions in the team': '팀에서의 권한',
  'It works. This person would have signed in:': '작동합니다. 다음 사람이 로그인했을 것입니다:',
  None: '없음',
  '(verified)': '(인증됨)',
  "(not verified, because its domain isn't)": '(도메인이 인증되지 않아 인증되지 않음)',
  'Not saved: {reason}': '저장되지 않음: {reason}',
  'Without a directory, people who leave the company stay signed in, and their API keys work, until you remove them from the team.':
    '디렉터리가 없으면 퇴사한 사람은 팀에서 제거할 때까지 로그인 상태가 유지되고 API 키도 작동합니다.',
}

export default texts
