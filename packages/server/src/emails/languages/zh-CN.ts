import type { Texts } from './language.ts'

const texts: Texts = {
  'Your password was changed at {{projectDisplayName}}': '{{projectDisplayName}}：你的密码已更改',
  'Your password was changed': '你的密码已更改',
  'Two-factor authentication is on at {{projectDisplayName}}': '{{projectDisplayName}}：双重验证已开启',
  'Two-factor authentication is on': '双重验证已开启',
  'Two-factor authentication is off at {{projectDisplayName}}': '{{projectDisplayName}}：双重验证已关闭',
  'Two-factor authentication is off': '双重验证已关闭',
  'Two-factor authentication was reset at {{projectDisplayName}}': '{{projectDisplayName}}：双重验证已重置',
  'Two-factor authentication was reset': '双重验证已重置',
  'New recovery codes were created at {{projectDisplayName}}': '{{projectDisplayName}}：已创建新的恢复代码',
  'New recovery codes were created': '已创建新的恢复代码',
  'A recovery code was used at {{projectDisplayName}}': '{{projectDisplayName}}：已使用一个恢复代码',
  'A recovery code was used': '已使用一个恢复代码',
  'On {{changedAt}}, two-factor authentication was turned off for your account by the people who run the service at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的账户的双重验证已被服务运营者关闭。',
  'On {{changedAt}}, new recovery codes were created for your account, and the earlier ones stopped working at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的账户创建了新的恢复代码，之前的恢复代码已失效。',
  'On {{changedAt}}, someone signed in to your account with one of your recovery codes at {{projectDisplayName}}.':
    '{{changedAt}}，有人用你的一个恢复代码登录了你在 {{projectDisplayName}} 的账户。',
  'Unused recovery codes: {{subject}}': '未使用的恢复代码：{{subject}}',
  'A passkey was added at {{projectDisplayName}}': '{{projectDisplayName}}：已添加通行密钥',
  'A passkey was added': '已添加通行密钥',
  'A passkey was removed at {{projectDisplayName}}': '{{projectDisplayName}}：已移除一个通行密钥',
  'A passkey was removed': '已移除一个通行密钥',
  'An email address was added at {{projectDisplayName}}': '{{projectDisplayName}}：已添加邮箱地址',
  'An email address was added': '已添加邮箱地址',
  'Your email addresses were changed at {{projectDisplayName}}': '{{projectDisplayName}}：你的邮箱地址已更改',
  'Your email addresses were changed': '你的邮箱地址已更改',
  'An email address was removed at {{projectDisplayName}}': '{{projectDisplayName}}：已移除邮箱地址',
  'An email address was removed': '已移除邮箱地址',
  'A sign-in method was added at {{projectDisplayName}}': '{{projectDisplayName}}：已添加登录方式',
  'A sign-in method was added': '已添加登录方式',
  'A sign-in method was removed at {{projectDisplayName}}': '{{projectDisplayName}}：已移除登录方式',
  'A sign-in method was removed': '已移除登录方式',
  'A command-line sign-in was approved at {{projectDisplayName}}': '{{projectDisplayName}}：已批准命令行登录',
  'A command-line sign-in was approved': '已批准命令行登录',
  'An app got access to your account at {{projectDisplayName}}':
    '{{projectDisplayName}}：一个应用获得了你账户的访问权限',
  'An app got access to your account': '一个应用获得了你账户的访问权限',
  'A copy of your session was refused at {{projectDisplayName}}': '{{projectDisplayName}}：你的会话副本已被拒绝',
  'A copy of your session was refused': '你的会话副本已被拒绝',
  'On {{changedAt}}, the password of your account was changed at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的账户密码已更改。',
  'On {{changedAt}}, two-factor authentication was turned on for your account at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的账户开启了双重验证。',
  'On {{changedAt}}, two-factor authentication was turned off for your account at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的账户关闭了双重验证。',
  'On {{changedAt}}, a passkey was added to your account at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的账户添加了通行密钥。',
  'On {{changedAt}}, a passkey was removed from your account at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的账户移除了一个通行密钥。',
  'On {{changedAt}}, the email address {{subject}} was added to your account at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的账户添加了邮箱地址 {{subject}}。',
  'On {{changedAt}}, the email address {{subject}} of your account, or how it is used, was changed at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的账户更改了邮箱地址 {{subject}} 或其用途。',
  'On {{changedAt}}, the email address {{subject}} was removed from your account at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的账户移除了邮箱地址 {{subject}}。',
  'On {{changedAt}}, signing in with {{subject}} was added to your account at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的账户添加了 {{subject}} 登录。',
  'On {{changedAt}}, signing in with {{subject}} was removed from your account at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的账户移除了 {{subject}} 登录。',
  'On {{changedAt}}, a command-line program was allowed to sign in to your account at {{projectDisplayName}}.':
    '{{changedAt}}，一个命令行程序获准登录你在 {{projectDisplayName}} 的账户。',
  'On {{changedAt}}, {{subject}} was given access to your account at {{projectDisplayName}}.':
    '{{changedAt}}，{{subject}} 获得了你在 {{projectDisplayName}} 的账户的访问权限。',
  'You can see what it may do, and end its access at any time, in your account settings.':
    '你可以在账户设置中查看它可以执行的操作，并随时终止其访问权限。',
  'Review access': '查看访问权限',
  'On {{changedAt}}, someone tried to use a copy of your session outside of your browser, which was refused, at {{projectDisplayName}}.':
    '{{changedAt}}，有人试图在你的浏览器之外使用你在 {{projectDisplayName}} 的会话副本，已被拒绝。',
  'If this was you, you don’t need to do anything. If it wasn’t, undo it: this restores your previous sign-in methods and signs everyone out of your account.':
    '如果是你本人操作，则无需处理。如果不是，请撤销：这会恢复你之前的登录方式，并让你的账户在所有地方退出登录。',
  'This wasn’t me: undo it': '不是我本人：撤销',
  'The link works once and expires in 7 days. If it no longer works, reset your password and contact {{projectDisplayName}}.':
    '此链接只能使用一次，7 天后失效。如果链接已失效，请重置密码并联系 {{projectDisplayName}}。',
  'If this was you, you don’t need to do anything. If it wasn’t, use the link that we sent to the oldest email address of your account, or contact {{projectDisplayName}}.':
    '如果是你本人操作，则无需处理。如果不是，请使用我们发送到你账户中最早的邮箱地址的链接，或联系 {{projectDisplayName}}。',
  'Hi {{userDisplayName|there}},': ['{{userDisplayName}}，你好：', '你好：'],
  'If the button does not work, open this link:': '如果按钮无法使用，请打开此链接：',
  'Verify your email at {{projectDisplayName}}': '验证你在 {{projectDisplayName}} 的邮箱',
  'Verify your email': '验证你的邮箱',
  'The account {{accountName}} at {{projectDisplayName}} wants to use this email address. If that account is yours, please verify the address. The link works for 7 days.':
    '{{projectDisplayName}} 的账户 {{accountName}} 想使用此邮箱地址。如果这是你的账户，请验证该地址。链接 7 天内有效。',
  'Someone signed up at {{projectDisplayName}} with your email address. Was it you? Then please verify the address. The link works for 7 days.':
    '有人用你的邮箱地址注册了 {{projectDisplayName}}。是你本人吗？如果是，请验证该地址。链接 7 天内有效。',
  'Verify email': '验证邮箱',
  'If this isn’t you, you can ignore this email, or have your address removed from that account.':
    '如果不是你本人，可以忽略此邮件，或从该账户中移除你的地址。',
  'If this isn’t you, you can ignore this email.': '如果不是你本人，可以忽略此邮件。',
  'This isn’t my account': '这不是我的账户',
  'It wasn’t me': '不是我本人',
  'Reset your password at {{projectDisplayName}}': '重置你在 {{projectDisplayName}} 的密码',
  'Reset your password': '重置密码',
  'Someone, hopefully you, requested a new password at {{projectDisplayName}}. The link works once and expires in one hour.':
    '有人（希望是你本人）请求在 {{projectDisplayName}} 设置新密码。链接只能使用一次，1 小时后失效。',
  'Choose a new password': '设置新密码',
  'If you did not request this, you can ignore this email. Your password will not change.':
    '如果不是你请求的，可以忽略此邮件。你的密码不会更改。',
  'Sign in to {{projectDisplayName}}: your code is {{otp}}': '登录 {{projectDisplayName}}：你的验证码是 {{otp}}',
  'Sign in to {{projectDisplayName}}': '登录 {{projectDisplayName}}',
  'Enter this code to sign in, or use the button. It works once and expires in ten minutes.':
    '输入此验证码即可登录，也可以使用按钮。验证码只能使用一次，10 分钟后失效。',
  'Sign in': '登录',
  'If you did not try to sign in, you can ignore this email. Never share the code with anyone.':
    '如果你没有尝试登录，可以忽略此邮件。切勿将验证码告诉任何人。',
  'Join {{teamDisplayName}} at {{projectDisplayName}}': '加入 {{projectDisplayName}} 的 {{teamDisplayName}}',
  'Join {{teamDisplayName}}': '加入 {{teamDisplayName}}',
  'You are invited to the team {{teamDisplayName}} at {{projectDisplayName}}. The link works once, for 7 days.':
    '你受邀加入 {{projectDisplayName}} 的团队 {{teamDisplayName}}。链接 7 天内有效，只能使用一次。',
  'Join the team': '加入团队',
  'If you do not know the team, you can ignore this email.': '如果你不认识这个团队，可以忽略此邮件。',
  'You are invited to sign in to {{projectDisplayName}}': '你受邀登录 {{projectDisplayName}}',
  'Welcome to {{projectDisplayName}}': '欢迎使用 {{projectDisplayName}}',
  'You are invited to sign in to {{projectDisplayName}}.': '你受邀登录 {{projectDisplayName}}。',
  'If you do not know {{projectDisplayName}}, you can ignore this email.':
    '如果你不了解 {{projectDisplayName}}，可以忽略此邮件。',
  'Two-factor authentication at {{projectDisplayName}} is about to change': '{{projectDisplayName}} 的双重验证即将变更',
  'A second factor is about to be removed': '一种双重验证方式即将被移除',
  'Someone who reads the emails to one of your addresses has undone changes to your account at {{projectDisplayName}}, without the authenticator app or the passkey that was set up since then. It will be removed from your account on {{endsAt}}.':
    '有人能够查看你某个邮箱地址的邮件，并在没有后来设置的身份验证器应用或通行密钥的情况下，撤销了你在 {{projectDisplayName}} 的账户变更。该验证方式将于 {{endsAt}} 从你的账户中移除。',
  'If this was you, you don’t need to do anything. If it wasn’t, sign in with it before then, which keeps it, and change the password of your email account.':
    '如果是你本人操作，则无需处理。如果不是，请在此之前用该验证方式登录以保留它，并更改你邮箱账户的密码。',
  'This email goes to all addresses of your account.': '此邮件会发送到你账户的所有地址。',
  'Two-factor authentication at {{projectDisplayName}} has changed': '{{projectDisplayName}} 的双重验证已变更',
  'A second factor was removed': '一种双重验证方式已移除',
  'On {{endsAt}}, the authenticator app or the passkey that was set up last was removed from your account at {{projectDisplayName}}, as announced three days before. If you had another one before, it works again.':
    '{{endsAt}}，最后设置的身份验证器应用或通行密钥已按三天前的通知从你在 {{projectDisplayName}} 的账户中移除。如果你之前有另一种验证方式，它已恢复使用。',
  'If this wasn’t you, contact {{projectDisplayName}}. This email goes to all addresses of your account.':
    '如果不是你本人操作，请联系 {{projectDisplayName}}。此邮件会发送到你账户的所有地址。',
  '{{code}} is your code for {{projectDisplayName}}': '{{code}} 是你的 {{projectDisplayName}} 验证码',
  'Confirm your identity': '确认你的身份',
  'To continue with the change to your account at {{projectDisplayName}}, enter this code. It works once and expires in ten minutes.':
    '要继续更改你在 {{projectDisplayName}} 的账户，请输入此验证码。它只能使用一次，10 分钟后失效。',
  'Never share this code with anyone. If you did not request it, someone else is signed in to your account: change your password, which ends all other sessions.':
    '切勿将此验证码告诉任何人。如果不是你请求的，说明有其他人登录了你的账户：请更改密码，这会结束所有其他会话。',
  'Your API key at {{projectDisplayName}} was revoked': '你在 {{projectDisplayName}} 的 API 密钥已被撤销',
  'Your API key was leaked': '你的 API 密钥已泄露',
  'The API key “{{apiKeyDescription}}” (ending in {{apiKeyLastFour}}) at {{projectDisplayName}} was found in a public place.':
    '你在 {{projectDisplayName}} 的 API 密钥“{{apiKeyDescription}}”（尾号 {{apiKeyLastFour}}）在公开的地方被发现。',
  'We revoked it, so it no longer works. Please create a new one, and check whether the old one was misused.':
    '我们已撤销该密钥，它不再有效。请创建新的密钥，并检查旧密钥是否被滥用。',
  'You received this email because you manage this key.': '你收到此邮件，是因为你管理此密钥。',
  '{{domain}} is no longer proven at {{projectDisplayName}}': '{{projectDisplayName}}：{{domain}} 的验证已失效',
  'A domain is no longer proven': '一个域名的验证已失效',
  'The DNS record that proves {{domain}} has been missing for a week. People with an address of this domain are no longer led to your identity provider at {{projectDisplayName}}.':
    '用于验证 {{domain}} 的 DNS 记录已缺失一周。使用该域名邮箱地址的人在 {{projectDisplayName}} 登录时，不再会转到你们的身份提供商。',
  'To prove the domain again, restore the record and check the domain in the settings.':
    '要重新验证该域名，请恢复该记录，并在设置中检查域名。',
  'You received this email because you look after this domain.': '你收到此邮件，是因为你负责管理此域名。',
  '{{connectionName}} is set up at {{projectDisplayName}}': '{{projectDisplayName}}：{{connectionName}} 已设置完成',
  'A connection was set up': '一个连接已设置完成',
  'The connection {{connectionName}} was set up with the link that was sent for it, and turned on. People can now sign in with it at {{projectDisplayName}}.':
    '连接 {{connectionName}} 已通过为其发送的链接完成设置并启用。现在可以用它登录 {{projectDisplayName}}。',
  'People with an email address at these domains are led to it: {{domains}}':
    '使用以下域名邮箱地址的人会转到该连接：{{domains}}',
  'No domain is proven yet, so no email address leads to it.': '尚无经过验证的域名，因此没有邮箱地址会转到该连接。',
  'If you did not expect this, turn the connection off and check its settings.':
    '如果这不在你的预期之内，请停用该连接并检查其设置。',
  'You received this email because you look after this connection.': '你收到此邮件，是因为你负责管理此连接。',
  '{{memberName}} signed in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} 不经身份提供商登录了 {{teamDisplayName}}',
  'Sign-in without the identity provider': '不经身份提供商的登录',
  '{{memberName}} signed in at {{projectDisplayName}} with a password and a second factor. Of all members of {{teamDisplayName}}, only this one may.':
    '{{memberName}} 使用密码和第二重验证登录了 {{projectDisplayName}}。在 {{teamDisplayName}} 的所有成员中，只有此成员可以这样做。',
  '{{memberName}} may sign in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} 可以不经身份提供商登录 {{teamDisplayName}}',
  'A member may sign in without the identity provider': '可以不经身份提供商登录的成员',
  '{{memberName}} was chosen as the one member of {{teamDisplayName}} who may sign in at {{projectDisplayName}} with a password and a second factor instead of the identity provider.':
    '{{memberName}} 被选为 {{teamDisplayName}} 中唯一可以使用密码和第二重验证（而不经身份提供商）登录 {{projectDisplayName}} 的成员。',
  'If you did not expect this, choose another member for it in the settings of the team.':
    '如果这不在你的预期之内，请在团队设置中改选其他成员。',
  'You received this email because you look after how the team signs in.':
    '你收到此邮件，是因为你负责管理该团队的登录方式。',
  'You are invited to the project {{ownedDisplayName}}': '你受邀加入项目 {{ownedDisplayName}}',
  'Join {{ownedDisplayName}}': '加入 {{ownedDisplayName}}',
  'Hi,': '你好：',
  '{{inviter|An owner}} invites you to the project “{{ownedDisplayName}}” with the role {{role}}.':
    '{{inviter|一位所有者}} 邀请你以 {{role}} 角色加入项目“{{ownedDisplayName}}”。',
  'You will have the same role in {{otherProjects}} of its team.':
    '你在该团队的{{otherProjects}}中也将拥有相同的角色。',
  'To accept, use the address that this email was sent to.': '要接受邀请，请使用收到此邮件的地址。',
  'Join the project': '加入项目',
  'The link works once and expires in 7 days. If you do not know who this is, ignore this email.':
    '链接只能使用一次，7 天后失效。如果你不知道对方是谁，请忽略此邮件。',
  '{{emailCount}} from {{projectDisplayName}} could not be sent': '{{projectDisplayName}} 有 {{emailCount}}未能发送',
  'Some emails could not be sent': '部分邮件未能发送',
  'In the last day, {{emailCount}} from {{projectDisplayName}} could not be sent.':
    '过去一天，{{projectDisplayName}} 有 {{emailCount}}未能发送。',
  'See the reasons': '查看原因',
  'You received this email because you are a member of the team that owns {{projectDisplayName}}.':
    '你收到此邮件，是因为你是 {{projectDisplayName}} 所属团队的成员。',
  '{{count}} email': '{{count}} 封邮件',
  '{{count}} emails': '{{count}} 封邮件',
  'the other project': '另一个项目',
  'the {{count}} other projects': '其他 {{count}} 个项目',
  'Don’t want emails like this?': '不想再收到此类邮件？',
  Unsubscribe: '退订',
  'Undo a change': '撤销更改',
  'Wasn’t this you?': '不是你本人？',
  'Undoing it restores the sign-in methods your account had before and signs out everyone. You can then choose a new password.':
    '撤销会恢复你的账户之前的登录方式，并在所有地方退出登录。之后你可以设置新密码。',
  'Undo and sign out everywhere': '撤销并在所有地方退出登录',
  'An authenticator app was set up since then. If you have it, enter its code to remove it now. Otherwise it will be removed in 72 hours: we tell all email addresses of your account, and signing in with the app before then keeps it.':
    '之后设置了身份验证器应用。如果你有该应用，请输入其验证码以立即移除。否则它将在 72 小时后移除：我们会通知你账户的所有邮箱地址，在此之前用该应用登录即可保留它。',
  'Code from the authenticator app (optional)': '身份验证器应用的验证码（可选）',
  'This code is not right. Wait for the next one and try again.': '验证码不正确。请等待下一个验证码后重试。',
  'The change has been undone': '更改已撤销',
  'Your account at {{project}} has the sign-in methods it had before, and everyone has been signed out.':
    '你在 {{project}} 的账户已恢复之前的登录方式，并已在所有地方退出登录。',
  'The authenticator app that was set up since then is removed on {{endsAt}}. Until then, signing in needs its code, or a passkey if passkeys are a second factor too.':
    '之后设置的身份验证器应用将于 {{endsAt}} 移除。在此之前，登录需要它的验证码；如果通行密钥也用于双重验证，也可以使用通行密钥。',
  'Choose a new password now, because someone may know the old one.': '请立即设置新密码，因为可能有人知道旧密码。',
  'Reset your password at {{project}} now, because someone may know the old one.':
    '请立即在 {{project}} 重置密码，因为可能有人知道旧密码。',
  'This isn’t me': '这不是我',
  'Isn’t this you?': '不是你本人？',
  'Someone signed up at {{project}} with your email address {{email}}.':
    '有人用你的邮箱地址 {{email}} 注册了 {{project}}。',
  'The account {{account}} at {{project}} wants to use your email address {{email}}.':
    '{{project}} 的账户 {{account}} 想使用你的邮箱地址 {{email}}。',
  'If that wasn’t you, remove your address. The account can then no longer use it.':
    '如果不是你本人，请移除你的地址。该账户将无法再使用它。',
  'Remove my address': '移除我的地址',
  'Your address has been removed': '你的地址已移除',
  'The account at {{project}} can no longer use {{email}}.': '{{project}} 的账户无法再使用 {{email}}。',
  'This link has already been used': '此链接已被使用',
  'There’s nothing left to do.': '没有其他需要处理的事项。',
  'Unsubscribe?': '要退订吗？',
  'You’ll no longer get marketing emails from {{project}}.': '你将不再收到 {{project}} 的营销邮件。',
  'You’ve unsubscribed': '你已退订',
  'You’ve already unsubscribed': '你之前已退订',
  'The link is incomplete. Copy the whole link.': '链接不完整。请复制整个链接。',
  'Turn on JavaScript in your browser and open the link again.': '请在浏览器中启用 JavaScript，然后重新打开链接。',
  'Passkeys became your second factor since then. Those that were added will be removed in 72 hours: we tell all email addresses of your account, and signing in with one of them before then keeps it.':
    '之后通行密钥成为了你的第二重验证方式。新添加的通行密钥将在 72 小时后移除：我们会通知你账户的所有邮箱地址，在此之前用其中一个登录即可保留它。',
  'The passkeys that were added since then are removed on {{endsAt}}. Until then, signing in needs a passkey, or a code if you have an authenticator app.':
    '之后添加的通行密钥将于 {{endsAt}} 移除。在此之前，登录需要通行密钥；如果你有身份验证器应用，也可以使用验证码。',
  'Your recovery codes will stop working. Create new ones in your account settings afterwards.':
    '你的恢复代码将失效。之后请在账户设置中创建新的恢复代码。',
  'Your account has no recovery codes now. Create new ones in your account settings.':
    '你的账户现在没有恢复代码。请在账户设置中创建新的恢复代码。',
  'This link no longer works': '此链接已失效',
  'It has expired. Sign in and check your account settings instead.': '链接已过期。请登录并查看你的账户设置。',
  'It is incomplete, or a newer email has replaced it. Open the newest email and copy the whole link.':
    '链接不完整，或已被更新的邮件取代。请打开最新的邮件并复制完整链接。',
  'Something went wrong': '出错了',
  'Try again in a few minutes.': '请过几分钟再试。',
  'Your account has an older email address than the one this link was sent to. Use the link that was sent to that address.':
    '你的账户有一个比此链接的收件地址更早的邮箱地址。请使用发送到那个地址的链接。',
  'The address has been verified in the meantime. Sign in and remove it in the account settings.':
    '该地址在此期间已通过验证。请登录并在账户设置中将其移除。',
  owner: '所有者',
  admin: '管理员',
  developer: '开发者',
  support: '支持人员',
  viewer: '查看者',
  'This request has expired or was started in another browser. Start again in the app that sent you here.':
    '此请求已过期，或是在其他浏览器中发起的。请返回原来的应用重新开始。',
  'The app that sent you here made a request that this server does not accept ({{error}}). Tell its developers.':
    '原应用发出了此服务器不接受的请求（{{error}}）。请告知该应用的开发者。',
  'You cannot be signed in': '无法登录',
  'Sign out of {{name}}?': '要退出 {{name}} 吗？',
  'Other apps that you opened with this account may sign you out, too.':
    '你用此账户打开的其他应用也可能会让你退出登录。',
  'Sign out': '退出登录',
  'Stay signed in': '保持登录',
  'You are signed out': '你已退出登录',
  'You can close this page.': '你可以关闭此页面。',
}

export default texts
