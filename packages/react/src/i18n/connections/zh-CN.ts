import type { ConnectionTexts } from './source-texts.ts'

const texts: ConnectionTexts = {
  Test: '测试',
  Domain: '域名',
  'All identity providers': '所有身份提供商',
  Steps: '步骤',
  done: '已完成',
  Name: '名称',
  Delete: '删除',
  'Not set up yet': '尚未设置',
  Off: '已停用',
  'Certificate expired': '证书已过期',
  'Metadata unreachable': '无法访问元数据',
  'Certificate expires {date}': '证书将于 {date} 过期',
  'Identity providers': '身份提供商',
  'Members sign in with the identity provider of their company, such as Entra ID, Okta or Google Workspace.':
    '成员使用公司的身份提供商登录，例如 Entra ID、Okta 或 Google Workspace。',
  'Add identity provider': '添加身份提供商',
  'Last sign-in {time}': '上次登录：{time}',
  'No sign-ins yet': '尚无人登录',
  Manage: '管理',
  "This isn't the name.": '名称不正确。',
  "Everyone who signed in with it will be signed out. Their accounts stay, but can't be used this way anymore. This can't be undone.":
    '所有通过它登录的人都将退出登录。他们的账户会保留，但无法再以此方式使用。此操作无法撤销。',
  'First complete the set-up step.': '请先完成设置。',
  'People can sign in with {name}.': '可以使用 {name} 登录。',
  'Once it is on, people can sign in with {name}.': '启用后，即可使用 {name} 登录。',
  "Test the sign-in first, so that nobody is sent to a provider that doesn't work.":
    '请先测试登录，以免有人被引导至无法使用的提供商。',
  'Turn it off? Everyone who signed in with it will be signed out, and nobody can sign in with it.':
    '要停用吗？所有通过它登录的人都将退出登录，并且无法再使用它登录。',
  Directory: '目录',
  'The identity provider adds people to the team and removes them when they leave (SCIM).':
    '身份提供商会将人员加入团队，并在其离职时移除 (SCIM)。',
  'Create token': '创建令牌',
  'Your new token': '你的新令牌',
  "Enter it at the identity provider, together with the SCIM address. You won't be able to see it again.":
    '请将它与 SCIM 地址一起填入身份提供商。之后你将无法再次查看。',
  "I've stored the token in a safe place.": '我已将令牌保存在安全的地方。',
  'New token': '新令牌',
  'Create a new token? The one you have now works for another day.': '要创建新令牌吗？现有令牌还可使用一天。',
  'Yes, create it': '是，创建',
  'Delete the directory? Its token stops working. Members stay in the team.':
    '要删除目录吗？其令牌将失效。成员会保留在团队中。',
  'SCIM address': 'SCIM 地址',
  'Active users: {count}': '活跃用户：{count}',
  'The earlier token (ending in {lastFour}) works until {date}': '之前的令牌（末尾为 {lastFour}）可使用至 {date}',
  'Email domains': '邮箱域名',
  'People who enter an address at a verified domain on the sign-in page are sent to the identity provider.':
    '在登录页面输入已验证域名邮箱的人会被引导至身份提供商。',
  'Add domain': '添加域名',
  'Enter a domain, such as example.com.': '请输入域名，例如 example.com。',
  "Anyone can get an address at this domain, so it can't be used.": '任何人都能获得此域名的邮箱，因此无法使用。',
  'Last checked {time}': '上次检查：{time}',
  'Added {date}': '添加于 {date}',
  'Show record': '查看记录',
  'The record has to stay. We check it every week.': '请保留此记录。我们每周都会检查。',
  'Add this TXT record where the DNS of the domain is managed.': '请在管理该域名 DNS 的地方添加此 TXT 记录。',
  Value: '值',
  "The record has been missing since {date}. After a week, the domain won't be verified anymore.":
    '自 {date} 起找不到记录。一周后，该域名将不再是已验证状态。',
  'Remove {domain}? People with an address there will no longer be sent to the identity provider.':
    '要移除 {domain} 吗？使用该域名邮箱的人将不再被引导至身份提供商。',
  'Check now': '立即检查',
  Verified: '已验证',
  'Not verified': '未验证',
  'Record missing': '缺少记录',
  'The record was found. The domain is verified.': '已找到记录。域名已验证。',
  'The record was not found. It can take an hour until a new record is visible.':
    '未找到记录。新记录可能需要一小时才能生效。',
  'The name servers of the domain did not respond. Try again in a minute.': '该域名的名称服务器没有响应。请稍后再试。',
  'The record was found, but another team has verified this domain.': '已找到记录，但另一个团队已验证此域名。',
  'Members see it when they sign in.': '成员登录时会看到它。',
  'Identity provider': '身份提供商',
  'Another one': '其他',
  Protocol: '协议',
  'What most companies use.': '大多数公司使用它。',
  'Less to set up.': '需要设置的内容更少。',
  'For providers without OpenID Connect.': '适用于不支持 OpenID Connect 的提供商。',
  'Enter the whole URL, including https://.': '请输入完整的网址，包括 https://。',
  'Copy this value from the identity provider.': '请从身份提供商复制此值。',
  Issuer: '颁发者 (Issuer)',
  'Authorization URL': '授权 URL',
  'Token URL': '令牌 URL',
  'User info URL': '用户信息 URL',
  'Client ID': '客户端 ID',
  'Client secret': '客户端密钥',
  'Stored encrypted and never shown again.': '加密存储，之后不再显示。',
  Scopes: '权限范围 (Scopes)',
  'Separated by spaces. Some providers need one for groups.': '以空格分隔。部分提供商需要专用于群组的范围。',
  Replace: '更换',
  'A secret is stored. It is never shown.': '已存储密钥，且不会显示。',
  'Metadata URL or XML': '元数据 URL 或 XML',
  'Metadata is stored. Enter it again to change these settings.': '已存储元数据。如需更改这些设置，请重新输入。',
  'A URL is read again every day, so that new certificates are known in time.':
    '系统每天都会重新读取 URL，以便及时获知新证书。',
  'Sign-ins may start at the provider': '允许从提供商处发起登录',
  'For tiles in its app launcher. They lead to the sign-in page of this app.':
    '用于其应用门户中的磁贴。点击后会打开此应用的登录页面。',
  'Save and continue': '保存并继续',
  'Stop requiring it': '不再要求',
  'Stop requiring it? Members could then sign in with passwords, codes and other providers again.':
    '不再要求？成员将可以重新使用密码、验证码和其他提供商登录。',
  'Yes, stop requiring it': '是，不再要求',
  'Only through the provider': '仅通过提供商登录',
  'Members sign in only with an identity provider of the team.': '成员只能使用团队的身份提供商登录。',
  'Members choose how they sign in.': '由成员自行决定登录方式。',
  '{name} can also sign in with a password and a second factor.': '{name} 也可以使用密码和双重验证登录。',
  'Before you can require it, turn on an identity provider and test the sign-in.':
    '在要求之前，请先启用身份提供商并测试登录。',
  'Before you can require it, these members need a verified address at a verified domain, or must have signed in with the identity provider once: {names}':
    '在要求之前，以下成员需要拥有已验证域名的已验证邮箱，或使用身份提供商登录过一次：{names}',
  '{names} and {count} more': '{names} 及另外 {count} 人',
  'I want to be able to sign in with my password and second factor as well, in case the provider fails.':
    '我希望在提供商出现故障时，也能使用密码和双重验证登录。',
  'Everyone who manages identity providers gets an email about each such sign-in.':
    '每次发生此类登录时，所有管理身份提供商的人都会收到邮件。',
  'Require it? Passwords, codes, passkeys, other providers and existing API keys stop working for members, and everyone who signed in another way is signed out.':
    '要求仅通过提供商登录？密码、验证码、通行密钥、其他提供商和现有 API 密钥将对成员失效，以其他方式登录的人都将退出登录。',
  "Sign in with the identity provider yourself first, so that you don't lock yourself out.":
    '请先自己使用身份提供商登录，以免无法进入。',
  'At the identity provider': '在身份提供商处',
  'From the identity provider': '来自身份提供商',
  'Sign in at the provider in a new tab. You stay signed in here, and no account is created.':
    '请在新标签页中登录提供商。你在此处会保持登录，也不会创建账户。',
  'Waiting for you to sign in at {name} …': '正在等待你登录 {name}…',
  'Test sign-in': '测试登录',
  "It doesn't work yet.": '尚无法使用。',
  'Account at the provider': '提供商处的账户',
  Groups: '群组',
  'Permissions in the team': '团队中的权限',
  'It works. This person would have signed in:': '可以使用。登录的将是此人：',
  None: '无',
  '(verified)': '（已验证）',
  "(not verified, because its domain isn't)": '（未验证，因为其域名未验证）',
  'Not saved: {reason}': '未保存：{reason}',
  'Without a directory, people who leave the company stay signed in, and their API keys work, until you remove them from the team.':
    '如果没有目录，离职人员会保持登录，其 API 密钥也会继续有效，直到你将其移出团队。',
}

export default texts
