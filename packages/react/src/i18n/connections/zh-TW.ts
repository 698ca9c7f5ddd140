import type { ConnectionTexts } from './source-texts.ts'

const texts: ConnectionTexts = {
  Test: '測試',
  Domain: '網域',
  'All identity providers': '所有身分識別提供者',
  Steps: '步驟',
  done: '已完成',
  Name: '名稱',
  Delete: '刪除',
  'Not set up yet': '尚未設定',
  Off: '已停用',
  'Certificate expired': '憑證已過期',
  'Metadata unreachable': '無法存取中繼資料',
  'Certificate expires {date}': '憑證將於 {date} 到期',
  'Identity providers': '身分識別提供者',
  'Members sign in with the identity provider of their company, such as Entra ID, Okta or Google Workspace.':
    '成員使用公司的身分識別提供者登入，例如 Entra ID、Okta 或 Google Workspace。',
  'Add identity provider': '新增身分識別提供者',
  'Last sign-in {time}': '上次登入：{time}',
  'No sign-ins yet': '尚無人登入',
  Manage: '管理',
  "This isn't the name.": '名稱不正確。',
  "Everyone who signed in with it will be signed out. Their accounts stay, but can't be used this way anymore. This can't be undone.":
    '所有透過它登入的人都會被登出。他們的帳號會保留，但無法再以此方式使用。此操作無法復原。',
  'First complete the set-up step.': '請先完成設定。',
  'People can sign in with {name}.': '可以使用 {name} 登入。',
  'Once it is on, people can sign in with {name}.': '啟用後，即可使用 {name} 登入。',
  "Test the sign-in first, so that nobody is sent to a provider that doesn't work.":
    '請先測試登入，以免有人被引導至無法使用的提供者。',
  'Turn it off? Everyone who signed in with it will be signed out, and nobody can sign in with it.':
    '要停用嗎？所有透過它登入的人都會被登出，且無法再使用它登入。',
  Directory: '目錄',
  'The identity provider adds people to the team and removes them when they leave (SCIM).':
    '身分識別提供者會將人員加入團隊，並在其離職時移除 (SCIM)。',
  'Create token': '建立權杖',
  'Your new token': '你的新權杖',
  "Enter it at the identity provider, together with the SCIM address. You won't be able to see it again.":
    '請將它與 SCIM 位址一起填入身分識別提供者。之後你將無法再次檢視。',
  "I've stored the token in a safe place.": '我已將權杖存放在安全的地方。',
  'New token': '新權杖',
  'Create a new token? The one you have now works for another day.': '要建立新權杖嗎？目前的權杖還可使用一天。',
  'Yes, create it': '是，建立',
  'Delete the directory? Its token stops working. Members stay in the team.':
    '要刪除目錄嗎？其權杖將失效。成員會保留在團隊中。',
  'SCIM address': 'SCIM 位址',
  'Active users: {count}': '使用中的使用者：{count}',
  'The earlier token (ending in {lastFour}) works until {date}': '先前的權杖（結尾為 {lastFour}）可使用至 {date}',
  'Email domains': '電子郵件網域',
  'People who enter an address at a verified domain on the sign-in page are sent to the identity provider.':
    '在登入頁面輸入已驗證網域信箱的人會被引導至身分識別提供者。',
  'Add domain': '新增網域',
  'Enter a domain, such as example.com.': '請輸入網域，例如 example.com。',
  "Anyone can get an address at this domain, so it can't be used.": '任何人都能取得此網域的信箱，因此無法使用。',
  'Last checked {time}': '上次檢查：{time}',
  'Added {date}': '新增於 {date}',
  'Show record': '顯示記錄',
  'The record has to stay. We check it every week.': '請保留此記錄。我們每週都會檢查。',
  'Add this TXT record where the DNS of the domain is managed.': '請在管理該網域 DNS 的地方新增此 TXT 記錄。',
  Value: '值',
  "The record has been missing since {date}. After a week, the domain won't be verified anymore.":
    '自 {date} 起找不到記錄。一週後，該網域將不再是已驗證狀態。',
  'Remove {domain}? People with an address there will no longer be sent to the identity provider.':
    '要移除 {domain} 嗎？使用該網域信箱的人將不再被引導至身分識別提供者。',
  'Check now': '立即檢查',
  Verified: '已驗證',
  'Not verified': '未驗證',
  'Record missing': '缺少記錄',
  'The record was found. The domain is verified.': '已找到記錄。網域已驗證。',
  'The record was not found. It can take an hour until a new record is visible.':
    '找不到記錄。新記錄可能需要一小時才會生效。',
  'The name servers of the domain did not respond. Try again in a minute.': '該網域的名稱伺服器沒有回應。請稍後再試。',
  'The record was found, but another team has verified this domain.': '已找到記錄，但另一個團隊已驗證此網域。',
  'Members see it when they sign in.': '成員登入時會看到它。',
  'Identity provider': '身分識別提供者',
  'Another one': '其他',
  Protocol: '通訊協定',
  'What most companies use.': '大多數公司使用它。',
  'Less to set up.': '需要設定的內容較少。',
  'For providers without OpenID Connect.': '適用於不支援 OpenID Connect 的提供者。',
  'Enter the whole URL, including https://.': '請輸入完整的網址，包括 https://。',
  'Copy this value from the identity provider.': '請從身分識別提供者複製此值。',
  Issuer: '簽發者 (Issuer)',
  'Authorization URL': '授權 URL',
  'Token URL': '權杖 URL',
  'User info URL': '使用者資訊 URL',
  'Client ID': '用戶端 ID',
  'Client secret': '用戶端密鑰',
  'Stored encrypted and never shown again.': '加密儲存，之後不再顯示。',
  Scopes: '權限範圍 (Scopes)',
  'Separated by spaces. Some providers need one for groups.': '以空格分隔。部分提供者需要專用於群組的範圍。',
  Replace: '更換',
  'A secret is stored. It is never shown.': '已儲存密鑰，且不會顯示。',
  'Metadata URL or XML': '中繼資料 URL 或 XML',
  'Metadata is stored. Enter it again to change these settings.': '已儲存中繼資料。如需變更這些設定，請重新輸入。',
  'A URL is read again every day, so that new certificates are known in time.':
    '系統每天都會重新讀取 URL，以便及時得知新憑證。',
  'Sign-ins may start at the provider': '允許從提供者處開始登入',
  'For tiles in its app launcher. They lead to the sign-in page of this app.':
    '用於其應用程式入口中的圖磚。點按後會開啟此應用程式的登入頁面。',
  'Save and continue': '儲存並繼續',
  'Stop requiring it': '不再要求',
  'Stop requiring it? Members could then sign in with passwords, codes and other providers again.':
    '不再要求？成員將可以重新使用密碼、驗證碼和其他提供者登入。',
  'Yes, stop requiring it': '是，不再要求',
  'Only through the provider': '僅透過提供者登入',
  'Members sign in only with an identity provider of the team.': '成員只能使用團隊的身分識別提供者登入。',
  'Members choose how they sign in.': '由成員自行決定登入方式。',
  '{name} can also sign in with a password and a second factor.': '{name} 也可以使用密碼和雙重驗證登入。',
  'Before you can require it, turn on an identity provider and test the sign-in.':
    '在要求之前，請先啟用身分識別提供者並測試登入。',
  'Before you can require it, these members need a verified address at a verified domain, or must have signed in with the identity provider once: {names}':
    '在要求之前，以下成員需要擁有已驗證網域的已驗證信箱，或使用身分識別提供者登入過一次：{names}',
  '{names} and {count} more': '{names} 及另外 {count} 人',
  'I want to be able to sign in with my password and second factor as well, in case the provider fails.':
    '我希望在提供者發生故障時，也能使用密碼和雙重驗證登入。',
  'Everyone who manages identity providers gets an email about each such sign-in.':
    '每次發生此類登入時，所有管理身分識別提供者的人都會收到電子郵件。',
  'Require it? Passwords, codes, passkeys, other providers and existing API keys stop working for members, and everyone who signed in another way is signed out.':
    '要求僅透過提供者登入？密碼、驗證碼、通行金鑰、其他提供者和現有 API 金鑰將對成員失效，以其他方式登入的人都會被登出。',
  "Sign in with the identity provider yourself first, so that you don't lock yourself out.":
    '請先自行使用身分識別提供者登入，以免無法進入。',
  'At the identity provider': '在身分識別提供者處',
  'From the identity provider': '來自身分識別提供者',
  'Sign in at the provider in a new tab. You stay signed in here, and no account is created.':
    '請在新分頁中登入提供者。你在此處會保持登入，也不會建立帳號。',
  'Waiting for you to sign in at {name} …': '正在等待你登入 {name}…',
  'Test sign-in': '測試登入',
  "It doesn't work yet.": '尚無法使用。',
  'Account at the provider': '提供者處的帳號',
  Groups: '群組',
  'Permissions in the team': '團隊中的權限',
  'It works. This person would have signed in:': '可以使用。登入的將是此人：',
  None: '無',
  '(verified)': '（已驗證）',
  "(not verified, because its domain isn't)": '（未驗證，因為其網域未驗證）',
  'Not saved: {reason}': '未儲存：{reason}',
  'Without a directory, people who leave the company stay signed in, and their API keys work, until you remove them from the team.':
    '如果沒有目錄，離職人員會保持登入，其 API 金鑰也會繼續有效，直到你將其移出團隊。',
}

export default texts
