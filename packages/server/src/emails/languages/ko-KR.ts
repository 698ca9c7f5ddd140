import type { Texts } from './language.ts'

const texts: Texts = {
  'Your password was changed at {{projectDisplayName}}': '{{projectDisplayName}}: 비밀번호가 변경되었습니다',
  'Your password was changed': '비밀번호가 변경되었습니다',
  'Two-factor authentication is on at {{projectDisplayName}}': '{{projectDisplayName}}: 2단계 인증이 켜졌습니다',
  'Two-factor authentication is on': '2단계 인증이 켜졌습니다',
  'Two-factor authentication is off at {{projectDisplayName}}': '{{projectDisplayName}}: 2단계 인증이 꺼졌습니다',
  'Two-factor authentication is off': '2단계 인증이 꺼졌습니다',
  'Two-factor authentication was reset at {{projectDisplayName}}':
    '{{projectDisplayName}}: 2단계 인증이 재설정되었습니다',
  'Two-factor authentication was reset': '2단계 인증이 재설정되었습니다',
  'New recovery codes were created at {{projectDisplayName}}': '{{projectDisplayName}}: 새 복구 코드가 생성되었습니다',
  'New recovery codes were created': '새 복구 코드가 생성되었습니다',
  'A recovery code was used at {{projectDisplayName}}': '{{projectDisplayName}}: 복구 코드가 사용되었습니다',
  'A recovery code was used': '복구 코드가 사용되었습니다',
  'On {{changedAt}}, two-factor authentication was turned off for your account by the people who run the service at {{projectDisplayName}}.':
    '{{changedAt}}에 서비스 운영자가 {{projectDisplayName}} 계정의 2단계 인증을 껐습니다.',
  'On {{changedAt}}, new recovery codes were created for your account, and the earlier ones stopped working at {{projectDisplayName}}.':
    '{{changedAt}}에 {{projectDisplayName}} 계정의 새 복구 코드가 생성되었으며 이전 코드는 더 이상 작동하지 않습니다.',
  'On {{changedAt}}, someone signed in to your account with one of your recovery codes at {{projectDisplayName}}.':
    '{{changedAt}}에 누군가 회원님의 복구 코드로 {{projectDisplayName}} 계정에 로그인했습니다.',
  'Unused recovery codes: {{subject}}': '사용하지 않은 복구 코드: {{subject}}',
  'A passkey was added at {{projectDisplayName}}': '{{projectDisplayName}}: 패스키가 추가되었습니다',
  'A passkey was added': '패스키가 추가되었습니다',
  'A passkey was removed at {{projectDisplayName}}': '{{projectDisplayName}}: 패스키가 삭제되었습니다',
  'A passkey was removed': '패스키가 삭제되었습니다',
  'An email address was added at {{projectDisplayName}}': '{{projectDisplayName}}: 이메일 주소가 추가되었습니다',
  'An email address was added': '이메일 주소가 추가되었습니다',
  'Your email addresses were changed at {{projectDisplayName}}': '{{projectDisplayName}}: 이메일 주소가 변경되었습니다',
  'Your email addresses were changed': '이메일 주소가 변경되었습니다',
  'An email address was removed at {{projectDisplayName}}': '{{projectDisplayName}}: 이메일 주소가 삭제되었습니다',
  'An email address was removed': '이메일 주소가 삭제되었습니다',
  'A sign-in method was added at {{projectDisplayName}}': '{{projectDisplayName}}: 로그인 방법이 추가되었습니다',
  'A sign-in method was added': '로그인 방법이 추가되었습니다',
  'A sign-in method was removed at {{projectDisplayName}}': '{{projectDisplayName}}: 로그인 방법이 삭제되었습니다',
  'A sign-in method was removed': '로그인 방법이 삭제되었습니다',
  'A command-line sign-in was approved at {{projectDisplayName}}':
    '{{projectDisplayName}}: 명령줄 로그인이 승인되었습니다',
  'A command-line sign-in was approved': '명령줄 로그인이 승인되었습니다',
  'An app got access to your account at {{projectDisplayName}}':
    '{{projectDisplayName}}: 앱에 계정 액세스 권한이 부여되었습니다',
  'An app got access to your account': '앱에 계정 액세스 권한이 부여되었습니다',
  'A copy of your session was refused at {{projectDisplayName}}':
    '{{projectDisplayName}}: 세션 복사본의 사용이 거부되었습니다',
  'A copy of your session was refused': '세션 복사본의 사용이 거부되었습니다',
  'On {{changedAt}}, the password of your account was changed at {{projectDisplayName}}.':
    '{{changedAt}}에 {{projectDisplayName}} 계정의 비밀번호가 변경되었습니다.',
  'On {{changedAt}}, two-factor authentication was turned on for your account at {{projectDisplayName}}.':
    '{{changedAt}}에 {{projectDisplayName}} 계정에서 2단계 인증이 켜졌습니다.',
  'On {{changedAt}}, two-factor authentication was turned off for your account at {{projectDisplayName}}.':
    '{{changedAt}}에 {{projectDisplayName}} 계정에서 2단계 인증이 꺼졌습니다.',
  'On {{changedAt}}, a passkey was added to your account at {{projectDisplayName}}.':
    '{{changedAt}}에 {{projectDisplayName}} 계정에 패스키가 추가되었습니다.',
  'On {{changedAt}}, a passkey was removed from your account at {{projectDisplayName}}.':
    '{{changedAt}}에 {{projectDisplayName}} 계정에서 패스키가 삭제되었습니다.',
  'On {{changedAt}}, the email address {{subject}} was added to your account at {{projectDisplayName}}.':
    '{{changedAt}}에 {{projectDisplayName}} 계정에 이메일 주소({{subject}})가 추가되었습니다.',
  'On {{changedAt}}, the email address {{subject}} of your account, or how it is used, was changed at {{projectDisplayName}}.':
    '{{changedAt}}에 {{projectDisplayName}} 계정의 이메일 주소({{subject}}) 또는 그 용도가 변경되었습니다.',
  'On {{changedAt}}, the email address {{subject}} was removed from your account at {{projectDisplayName}}.':
    '{{changedAt}}에 {{projectDisplayName}} 계정에서 이메일 주소({{subject}})가 삭제되었습니다.',
  'On {{changedAt}}, signing in with {{subject}} was added to your account at {{projectDisplayName}}.':
    '{{changedAt}}에 {{projectDisplayName}} 계정에 {{subject}} 로그인이 추가되었습니다.',
  'On {{changedAt}}, signing in with {{subject}} was removed from your account at {{projectDisplayName}}.':
    '{{changedAt}}에 {{projectDisplayName}} 계정에서 {{subject}} 로그인이 삭제되었습니다.',
  'On {{changedAt}}, a command-line program was allowed to sign in to your account at {{projectDisplayName}}.':
    '{{changedAt}}에 명령줄 프로그램이 {{projectDisplayName}} 계정에 로그인하도록 허용되었습니다.',
  'On {{changedAt}}, {{subject}} was given access to your account at {{projectDisplayName}}.':
    '{{changedAt}}에 {{subject}}에 {{projectDisplayName}} 계정에 대한 액세스 권한이 부여되었습니다.',
  'You can see what it may do, and end its access at any time, in your account settings.':
    '계정 설정에서 이 앱이 할 수 있는 작업을 확인하고 언제든지 액세스를 종료할 수 있습니다.',
  'Review access': '액세스 확인',
  'On {{changedAt}}, someone tried to use a copy of your session outside of your browser, which was refused, at {{projectDisplayName}}.':
    '{{changedAt}}에 누군가 {{projectDisplayName}} 세션의 복사본을 회원님의 브라우저가 아닌 곳에서 사용하려고 했으나 거부되었습니다.',
  'If this was you, you don’t need to do anything. If it wasn’t, undo it: this restores your previous sign-in methods and signs everyone out of your account.':
    '본인이 하신 일이라면 아무것도 하지 않으셔도 됩니다. 그렇지 않다면 되돌리세요. 이전 로그인 방법이 복원되고 계정의 모든 세션이 로그아웃됩니다.',
  'This wasn’t me: undo it': '제가 한 일이 아닙니다: 되돌리기',
  'The link works once and expires in 7 days. If it no longer works, reset your password and contact {{projectDisplayName}}.':
    '이 링크는 한 번만 사용할 수 있으며 7일 후 만료됩니다. 링크가 더 이상 작동하지 않으면 비밀번호를 재설정하고 {{projectDisplayName}}에 문의하세요.',
  'If this was you, you don’t need to do anything. If it wasn’t, use the link that we sent to the oldest email address of your account, or contact {{projectDisplayName}}.':
    '본인이 하신 일이라면 아무것도 하지 않으셔도 됩니다. 그렇지 않다면 계정의 가장 오래된 이메일 주소로 보내 드린 링크를 사용하거나 {{projectDisplayName}}에 문의하세요.',
  'Hi {{userDisplayName|there}},': ['{{userDisplayName}} 님, 안녕하세요.', '안녕하세요.'],
  'If the button does not work, open this link:': '버튼이 작동하지 않으면 다음 링크를 여세요.',
  'Verify your email at {{projectDisplayName}}': '{{projectDisplayName}} 이메일 인증',
  'Verify your email': '이메일을 인증하세요',
  'The account {{accountName}} at {{projectDisplayName}} wants to use this email address. If that account is yours, please verify the address. The link works for 7 days.':
    '{{projectDisplayName}}의 {{accountName}} 계정이 이 이메일 주소를 사용하려고 합니다. 본인의 계정이라면 주소를 인증해 주세요. 링크는 7일 동안 유효합니다.',
  'Someone signed up at {{projectDisplayName}} with your email address. Was it you? Then please verify the address. The link works for 7 days.':
    '누군가 이 이메일 주소로 {{projectDisplayName}}에 가입했습니다. 본인이신가요? 그렇다면 주소를 인증해 주세요. 링크는 7일 동안 유효합니다.',
  'Verify email': '이메일 인증',
  'If this isn’t you, you can ignore this email, or have your address removed from that account.':
    '본인이 아니라면 이 이메일을 무시하거나 해당 계정에서 주소를 삭제할 수 있습니다.',
  'If this isn’t you, you can ignore this email.': '본인이 아니라면 이 이메일을 무시하셔도 됩니다.',
  'This isn’t my account': '제 계정이 아닙니다',
  'It wasn’t me': '제가 한 일이 아닙니다',
  'Reset your password at {{projectDisplayName}}': '{{projectDisplayName}} 비밀번호 재설정',
  'Reset your password': '비밀번호 재설정',
  'Someone, hopefully you, requested a new password at {{projectDisplayName}}. The link works once and expires in one hour.':
    '{{projectDisplayName}}에서 새 비밀번호 요청이 있었습니다. 링크는 한 번만 사용할 수 있으며 1시간 후 만료됩니다.',
  'Choose a new password': '새 비밀번호 선택',
  'If you did not request this, you can ignore this email. Your password will not change.':
    '요청하지 않으셨다면 이 이메일을 무시하셔도 됩니다. 비밀번호는 변경되지 않습니다.',
  'Sign in to {{projectDisplayName}}: your code is {{otp}}': '{{projectDisplayName}} 로그인: 코드는 {{otp}}입니다',
  'Sign in to {{projectDisplayName}}': '{{projectDisplayName}} 로그인',
  'Enter this code to sign in, or use the button. It works once and expires in ten minutes.':
    '로그인하려면 이 코드를 입력하거나 버튼을 사용하세요. 한 번만 사용할 수 있으며 10분 후 만료됩니다.',
  'Sign in': '로그인',
  'If you did not try to sign in, you can ignore this email. Never share the code with anyone.':
    '로그인을 시도하지 않으셨다면 이 이메일을 무시하셔도 됩니다. 코드를 절대 다른 사람에게 알려 주지 마세요.',
  'Join {{teamDisplayName}} at {{projectDisplayName}}': '{{projectDisplayName}}의 {{teamDisplayName}} 팀에 참여하세요',
  'Join {{teamDisplayName}}': '{{teamDisplayName}} 팀에 참여하세요',
  'You are invited to the team {{teamDisplayName}} at {{projectDisplayName}}. The link works once, for 7 days.':
    '{{projectDisplayName}}의 {{teamDisplayName}} 팀에 초대되었습니다. 링크는 7일 동안 한 번만 사용할 수 있습니다.',
  'Join the team': '팀에 참여',
  'If you do not know the team, you can ignore this email.': '모르는 팀이라면 이 이메일을 무시하셔도 됩니다.',
  'You are invited to sign in to {{projectDisplayName}}': '{{projectDisplayName}} 로그인 초대',
  'Welcome to {{projectDisplayName}}': '{{projectDisplayName}}에 오신 것을 환영합니다',
  'You are invited to sign in to {{projectDisplayName}}.': '{{projectDisplayName}}에 로그인하도록 초대되었습니다.',
  'If you do not know {{projectDisplayName}}, you can ignore this email.':
    '{{projectDisplayName}}에 대해 모르신다면 이 이메일을 무시하셔도 됩니다.',
  'Two-factor authentication at {{projectDisplayName}} is about to change':
    '{{projectDisplayName}}의 2단계 인증이 곧 변경됩니다',
  'A second factor is about to be removed': '2단계 인증 수단이 곧 삭제됩니다',
  'Someone who reads the emails to one of your addresses has undone changes to your account at {{projectDisplayName}}, without the authenticator app or the passkey that was set up since then. It will be removed from your account on {{endsAt}}.':
    '회원님의 주소 중 하나로 온 이메일을 읽는 누군가가 그 이후에 설정된 인증 앱이나 패스키 없이 {{projectDisplayName}} 계정의 변경 사항을 되돌렸습니다. 이 인증 수단은 {{endsAt}}에 계정에서 삭제됩니다.',
  'If this was you, you don’t need to do anything. If it wasn’t, sign in with it before then, which keeps it, and change the password of your email account.':
    '본인이 하신 일이라면 아무것도 하지 않으셔도 됩니다. 그렇지 않다면 그 전에 이 인증 수단으로 로그인하세요. 그러면 삭제되지 않습니다. 그리고 이메일 계정의 비밀번호를 변경하세요.',
  'This email goes to all addresses of your account.': '이 이메일은 계정의 모든 주소로 발송됩니다.',
  'Two-factor authentication at {{projectDisplayName}} has changed':
    '{{projectDisplayName}}의 2단계 인증이 변경되었습니다',
  'A second factor was removed': '2단계 인증 수단이 삭제되었습니다',
  'On {{endsAt}}, the authenticator app or the passkey that was set up last was removed from your account at {{projectDisplayName}}, as announced three days before. If you had another one before, it works again.':
    '3일 전에 알려 드린 대로 {{endsAt}}에 마지막으로 설정된 인증 앱이나 패스키가 {{projectDisplayName}} 계정에서 삭제되었습니다. 이전에 다른 인증 수단이 있었다면 그 수단이 다시 작동합니다.',
  'If this wasn’t you, contact {{projectDisplayName}}. This email goes to all addresses of your account.':
    '본인이 하신 일이 아니라면 {{projectDisplayName}}에 문의하세요. 이 이메일은 계정의 모든 주소로 발송됩니다.',
  '{{code}} is your code for {{projectDisplayName}}': '{{projectDisplayName}} 코드: {{code}}',
  'Confirm your identity': '본인 확인',
  'To continue with the change to your account at {{projectDisplayName}}, enter this code. It works once and expires in ten minutes.':
    '{{projectDisplayName}} 계정 변경을 계속하려면 이 코드를 입력하세요. 한 번만 사용할 수 있으며 10분 후 만료됩니다.',
  'Never share this code with anyone. If you did not request it, someone else is signed in to your account: change your password, which ends all other sessions.':
    '이 코드를 절대 다른 사람에게 알려 주지 마세요. 요청하지 않으셨다면 다른 사람이 회원님의 계정에 로그인한 것입니다. 비밀번호를 변경하면 다른 모든 세션이 종료됩니다.',
  'Your API key at {{projectDisplayName}} was revoked': '{{projectDisplayName}}의 API 키가 취소되었습니다',
  'Your API key was leaked': 'API 키가 유출되었습니다',
  'The API key “{{apiKeyDescription}}” (ending in {{apiKeyLastFour}}) at {{projectDisplayName}} was found in a public place.':
    '{{projectDisplayName}}의 API 키 ‘{{apiKeyDescription}}’(끝자리 {{apiKeyLastFour}})가 공개된 곳에서 발견되었습니다.',
  'We revoked it, so it no longer works. Please create a new one, and check whether the old one was misused.':
    '이 키는 취소되어 더 이상 작동하지 않습니다. 새 키를 만들고 이전 키가 악용되었는지 확인하세요.',
  'You received this email because you manage this key.': '이 키를 관리하고 계셔서 이 이메일을 보내 드립니다.',
  '{{domain}} is no longer proven at {{projectDisplayName}}':
    '{{projectDisplayName}}: {{domain}} 도메인 인증이 해제되었습니다',
  'A domain is no longer proven': '도메인 인증이 해제되었습니다',
  'The DNS record that proves {{domain}} has been missing for a week. People with an address of this domain are no longer led to your identity provider at {{projectDisplayName}}.':
    '{{domain}} 도메인을 인증하는 DNS 레코드가 일주일째 없습니다. 이 도메인의 주소를 가진 사용자는 {{projectDisplayName}}에서 더 이상 귀사의 ID 공급자로 안내되지 않습니다.',
  'To prove the domain again, restore the record and check the domain in the settings.':
    '도메인을 다시 인증하려면 레코드를 복원하고 설정에서 도메인을 확인하세요.',
  'You received this email because you look after this domain.':
    '이 도메인을 관리하고 계셔서 이 이메일을 보내 드립니다.',
  '{{connectionName}} is set up at {{projectDisplayName}}':
    '{{projectDisplayName}}: {{connectionName}} 설정이 완료되었습니다',
  'A connection was set up': '연결이 설정되었습니다',
  'The connection {{connectionName}} was set up with the link that was sent for it, and turned on. People can now sign in with it at {{projectDisplayName}}.':
    '연결 {{connectionName}}이(가) 전송된 링크를 통해 설정되고 켜졌습니다. 이제 {{projectDisplayName}}에 이 연결로 로그인할 수 있습니다.',
  'People with an email address at these domains are led to it: {{domains}}':
    '다음 도메인의 이메일 주소를 가진 사용자는 이 연결로 안내됩니다: {{domains}}',
  'No domain is proven yet, so no email address leads to it.':
    '아직 인증된 도메인이 없으므로 이메일 주소로는 이 연결로 안내되지 않습니다.',
  'If you did not expect this, turn the connection off and check its settings.':
    '예상하지 못한 일이라면 연결을 끄고 설정을 확인하세요.',
  'You received this email because you look after this connection.':
    '이 연결을 관리하고 계셔서 이 이메일을 보내 드립니다.',
  '{{memberName}} signed in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} 님이 ID 공급자 없이 {{teamDisplayName}}에 로그인했습니다',
  'Sign-in without the identity provider': 'ID 공급자 없는 로그인',
  '{{memberName}} signed in at {{projectDisplayName}} with a password and a second factor. Of all members of {{teamDisplayName}}, only this one may.':
    '{{memberName}} 님이 {{projectDisplayName}}에 비밀번호와 2차 인증으로 로그인했습니다. {{teamDisplayName}}의 구성원 중 이 한 명만 이 방법을 사용할 수 있습니다.',
  '{{memberName}} may sign in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} 님이 ID 공급자 없이 {{teamDisplayName}}에 로그인할 수 있습니다',
  'A member may sign in without the identity provider': 'ID 공급자 없이 로그인할 수 있는 구성원',
  '{{memberName}} was chosen as the one member of {{teamDisplayName}} who may sign in at {{projectDisplayName}} with a password and a second factor instead of the identity provider.':
    '{{memberName}} 님이 ID 공급자 대신 비밀번호와 2차 인증으로 {{projectDisplayName}}에 로그인할 수 있는 {{teamDisplayName}}의 유일한 구성원으로 지정되었습니다.',
  'If you did not expect this, choose another member for it in the settings of the team.':
    '예상하지 못한 일이라면 팀 설정에서 다른 구성원을 지정하세요.',
  'You received this email because you look after how the team signs in.':
    '팀의 로그인 방식을 관리하고 계셔서 이 이메일을 보내 드립니다.',
  'You are invited to the project {{ownedDisplayName}}': '{{ownedDisplayName}} 프로젝트에 초대되었습니다',
  'Join {{ownedDisplayName}}': '{{ownedDisplayName}} 프로젝트에 참여하세요',
  'Hi,': '안녕하세요.',
  '{{inviter|An owner}} invites you to the project “{{ownedDisplayName}}” with the role {{role}}.':
    '{{inviter|소유자}} 님이 {{role}} 역할로 ‘{{ownedDisplayName}}’ 프로젝트에 초대합니다.',
  'You will have the same role in {{otherProjects}} of its team.':
    '팀의 {{otherProjects}}에서도 같은 역할을 갖게 됩니다.',
  'To accept, use the address that this email was sent to.': '수락하려면 이 이메일을 받은 주소를 사용하세요.',
  'Join the project': '프로젝트에 참여',
  'The link works once and expires in 7 days. If you do not know who this is, ignore this email.':
    '링크는 한 번만 사용할 수 있으며 7일 후 만료됩니다. 모르는 사람이라면 이 이메일을 무시하세요.',
  '{{emailCount}} from {{projectDisplayName}} could not be sent':
    '{{projectDisplayName}}의 {{emailCount}}을 보내지 못했습니다',
  'Some emails could not be sent': '일부 이메일을 보내지 못했습니다',
  'In the last day, {{emailCount}} from {{projectDisplayName}} could not be sent.':
    '지난 하루 동안 {{projectDisplayName}}의 {{emailCount}}을 보내지 못했습니다.',
  'See the reasons': '이유 보기',
  'You received this email because you are a member of the team that owns {{projectDisplayName}}.':
    '{{projectDisplayName}}의 소유 팀 구성원이어서 이 이메일을 보내 드립니다.',
  '{{count}} email': '이메일 {{count}}건',
  '{{count}} emails': '이메일 {{count}}건',
  'the other project': '다른 프로젝트',
  'the {{count}} other projects': '다른 프로젝트 {{count}}개',
  'Don’t want emails like this?': '이런 이메일을 원하지 않으세요?',
  Unsubscribe: '수신 거부',
  'Undo a change': '변경 되돌리기',
  'Wasn’t this you?': '본인이 아니신가요?',
  'Undoing it restores the sign-in methods your account had before and signs out everyone. You can then choose a new password.':
    '되돌리면 계정의 이전 로그인 방법이 복원되고 모두 로그아웃됩니다. 그런 다음 새 비밀번호를 선택할 수 있습니다.',
  'Undo and sign out everywhere': '되돌리고 모든 곳에서 로그아웃',
  'An authenticator app was set up since then. If you have it, enter its code to remove it now. Otherwise it will be removed in 72 hours: we tell all email addresses of your account, and signing in with the app before then keeps it.':
    '그 이후에 인증 앱이 설정되었습니다. 앱을 가지고 있다면 코드를 입력해 지금 삭제하세요. 그렇지 않으면 72시간 후에 삭제됩니다. 계정의 모든 이메일 주소로 알려 드리며, 그 전에 앱으로 로그인하면 앱이 유지됩니다.',
  'Code from the authenticator app (optional)': '인증 앱의 코드(선택 사항)',
  'This code is not right. Wait for the next one and try again.':
    '코드가 올바르지 않습니다. 다음 코드를 기다렸다가 다시 시도하세요.',
  'The change has been undone': '변경 사항을 되돌렸습니다',
  'Your account at {{project}} has the sign-in methods it had before, and everyone has been signed out.':
    '{{project}} 계정의 로그인 방법이 이전 상태로 돌아갔으며 모두 로그아웃되었습니다.',
  'The authenticator app that was set up since then is removed on {{endsAt}}. Until then, signing in needs its code, or a passkey if passkeys are a second factor too.':
    '그 이후에 설정된 인증 앱은 {{endsAt}}에 삭제됩니다. 그때까지는 로그인할 때 앱의 코드가 필요하며, 패스키도 2단계 인증에 사용 중이라면 패스키로도 로그인할 수 있습니다.',
  'Choose a new password now, because someone may know the old one.':
    '누군가 이전 비밀번호를 알고 있을 수 있으니 지금 새 비밀번호를 선택하세요.',
  'Reset your password at {{project}} now, because someone may know the old one.':
    '누군가 이전 비밀번호를 알고 있을 수 있으니 지금 {{project}}에서 비밀번호를 재설정하세요.',
  'This isn’t me': '본인이 아닙니다',
  'Isn’t this you?': '본인이 아니신가요?',
  'Someone signed up at {{project}} with your email address {{email}}.':
    '누군가 {{email}} 주소로 {{project}}에 가입했습니다.',
  'The account {{account}} at {{project}} wants to use your email address {{email}}.':
    '{{project}}의 {{account}} 계정이 회원님의 이메일 주소 {{email}} 사용을 원합니다.',
  'If that wasn’t you, remove your address. The account can then no longer use it.':
    '본인이 아니라면 주소를 삭제하세요. 그러면 해당 계정은 더 이상 이 주소를 사용할 수 없습니다.',
  'Remove my address': '내 주소 삭제',
  'Your address has been removed': '주소가 삭제되었습니다',
  'The account at {{project}} can no longer use {{email}}.':
    '{{project}} 계정은 더 이상 {{email}} 주소를 사용할 수 없습니다.',
  'This link has already been used': '이미 사용된 링크입니다',
  'There’s nothing left to do.': '더 하실 일이 없습니다.',
  'Unsubscribe?': '수신을 거부하시겠어요?',
  'You’ll no longer get marketing emails from {{project}}.': '{{project}}의 광고성 이메일을 더 이상 받지 않게 됩니다.',
  'You’ve unsubscribed': '수신 거부되었습니다',
  'You’ve already unsubscribed': '이미 수신 거부되어 있습니다',
  'The link is incomplete. Copy the whole link.': '링크가 완전하지 않습니다. 링크 전체를 복사하세요.',
  'Turn on JavaScript in your browser and open the link again.': '브라우저에서 JavaScript를 켜고 링크를 다시 여세요.',
  'Passkeys became your second factor since then. Those that were added will be removed in 72 hours: we tell all email addresses of your account, and signing in with one of them before then keeps it.':
    '그 이후에 패스키가 2단계 인증에 사용되기 시작했습니다. 추가된 패스키는 72시간 후에 삭제됩니다. 계정의 모든 이메일 주소로 알려 드리며, 그 전에 해당 패스키로 로그인하면 패스키가 유지됩니다.',
  'The passkeys that were added since then are removed on {{endsAt}}. Until then, signing in needs a passkey, or a code if you have an authenticator app.':
    '그 이후에 추가된 패스키는 {{endsAt}}에 삭제됩니다. 그때까지는 로그인할 때 패스키가 필요하며, 인증 앱이 있다면 앱의 코드로도 로그인할 수 있습니다.',
  'Your recovery codes will stop working. Create new ones in your account settings afterwards.':
    '복구 코드는 더 이상 작동하지 않게 됩니다. 그 후 계정 설정에서 새 코드를 만드세요.',
  'Your account has no recovery codes now. Create new ones in your account settings.':
    '현재 계정에 복구 코드가 없습니다. 계정 설정에서 새 코드를 만드세요.',
  'This link no longer works': '이 링크는 더 이상 사용할 수 없습니다',
  'It has expired. Sign in and check your account settings instead.':
    '링크가 만료되었습니다. 로그인하여 계정 설정을 확인하세요.',
  'It is incomplete, or a newer email has replaced it. Open the newest email and copy the whole link.':
    '링크가 완전하지 않거나 더 새로운 이메일의 링크로 대체되었습니다. 가장 최근 이메일을 열어 전체 링크를 복사하세요.',
  'Something went wrong': '문제가 발생했습니다',
  'Try again in a few minutes.': '몇 분 후에 다시 시도하세요.',
  'Your account has an older email address than the one this link was sent to. Use the link that was sent to that address.':
    '계정에 이 링크를 받은 주소보다 오래된 이메일 주소가 있습니다. 그 주소로 보낸 링크를 사용하세요.',
  'The address has been verified in the meantime. Sign in and remove it in the account settings.':
    '그동안 이 주소가 인증되었습니다. 로그인하여 계정 설정에서 삭제하세요.',
  owner: '소유자',
  admin: '관리자',
  developer: '개발자',
  support: '지원',
  viewer: '뷰어',
  'This request has expired or was started in another browser. Start again in the app that sent you here.':
    '이 요청은 만료되었거나 다른 브라우저에서 시작되었습니다. 이 페이지로 이동하기 전의 앱에서 다시 시작하세요.',
  'The app that sent you here made a request that this server does not accept ({{error}}). Tell its developers.':
    '이 페이지로 이동하기 전의 앱이 이 서버에서 허용하지 않는 요청을 보냈습니다({{error}}). 앱 개발자에게 알려 주세요.',
  'You cannot be signed in': '로그인할 수 없습니다',
  'Sign out of {{name}}?': '{{name}}에서 로그아웃할까요?',
  'Other apps that you opened with this account may sign you out, too.':
    '이 계정으로 연 다른 앱에서도 로그아웃될 수 있습니다.',
  'Sign out': '로그아웃',
  'Stay signed in': '로그인 유지',
  'You are signed out': '로그아웃되었습니다',
  'You can close this page.': '이 페이지를 닫아도 됩니다.',
}

export default texts
