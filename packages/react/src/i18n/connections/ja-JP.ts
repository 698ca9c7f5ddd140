import type { ConnectionTexts } from './source-texts.ts'

const texts: ConnectionTexts = {
  Test: 'テスト',
  Domain: 'ドメイン',
  'All identity providers': 'すべての ID プロバイダー',
  Steps: '手順',
  done: '完了',
  Name: '名前',
  Delete: '削除',
  'Not set up yet': '未設定',
  Off: '無効',
  'Certificate expired': '証明書の期限切れ',
  'Metadata unreachable': 'メタデータにアクセスできません',
  'Certificate expires {date}': '証明書の有効期限: {date}',
  'Identity providers': 'ID プロバイダー',
  'Members sign in with the identity provider of their company, such as Entra ID, Okta or Google Workspace.':
    'メンバーは、Entra ID、Okta、Google Workspace など、会社の ID プロバイダーでサインインします。',
  'Add identity provider': 'ID プロバイダーを追加',
  'Last sign-in {time}': '最終サインイン: {time}',
  'No sign-ins yet': 'サインインはまだありません',
  Manage: '管理',
  "This isn't the name.": '名前が一致しません。',
  "Everyone who signed in with it will be signed out. Their accounts stay, but can't be used this way anymore. This can't be undone.":
    'これを使ってサインインした全員がサインアウトされます。アカウントは残りますが、この方法では使えなくなります。この操作は取り消せません。',
  'First complete the set-up step.': '先に設定を完了してください。',
  'People can sign in with {name}.': '{name} でサインインできます。',
  'Once it is on, people can sign in with {name}.': '有効にすると、{name} でサインインできるようになります。',
  "Test the sign-in first, so that nobody is sent to a provider that doesn't work.":
    '動作しないプロバイダーに誰も案内されないよう、先にサインインをテストしてください。',
  'Turn it off? Everyone who signed in with it will be signed out, and nobody can sign in with it.':
    '無効にしますか？これを使ってサインインした全員がサインアウトされ、誰もサインインできなくなります。',
  Directory: 'ディレクトリ',
  'The identity provider adds people to the team and removes them when they leave (SCIM).':
    'ID プロバイダーがチームにメンバーを追加し、退職時に削除します (SCIM)。',
  'Create token': 'トークンを作成',
  'Your new token': '新しいトークン',
  "Enter it at the identity provider, together with the SCIM address. You won't be able to see it again.":
    'SCIM アドレスと一緒に ID プロバイダーに入力してください。もう一度表示することはできません。',
  "I've stored the token in a safe place.": 'トークンを安全な場所に保管しました。',
  'New token': '新しいトークン',
  'Create a new token? The one you have now works for another day.':
    '新しいトークンを作成しますか？現在のトークンはあと 1 日使えます。',
  'Yes, create it': '作成する',
  'Delete the directory? Its token stops working. Members stay in the team.':
    'ディレクトリを削除しますか？トークンは使えなくなります。メンバーはチームに残ります。',
  'SCIM address': 'SCIM アドレス',
  'Active users: {count}': '有効なユーザー: {count}',
  'The earlier token (ending in {lastFour}) works until {date}':
    '以前のトークン (末尾 {lastFour}) は {date} まで使えます',
  'Email domains': 'メールのドメイン',
  'People who enter an address at a verified domain on the sign-in page are sent to the identity provider.':
    'サインインページで確認済みドメインのアドレスを入力した人は、ID プロバイダーに案内されます。',
  'Add domain': 'ドメインを追加',
  'Enter a domain, such as example.com.': 'example.com のようなドメインを入力してください。',
  "Anyone can get an address at this domain, so it can't be used.":
    'このドメインのアドレスは誰でも取得できるため、使えません。',
  'Last checked {time}': '最終確認: {time}',
  'Added {date}': '{date}に追加',
  'Show record': 'レコードを表示',
  'The record has to stay. We check it every week.': 'レコードは残しておいてください。毎週確認します。',
  'Add this TXT record where the DNS of the domain is managed.':
    'ドメインの DNS を管理している場所で、この TXT レコードを追加してください。',
  Value: '値',
  "The record has been missing since {date}. After a week, the domain won't be verified anymore.":
    '{date} からレコードが見つかりません。1 週間後、ドメインは確認済みではなくなります。',
  'Remove {domain}? People with an address there will no longer be sent to the identity provider.':
    '{domain} を削除しますか？このドメインのアドレスを持つ人は ID プロバイダーに案内されなくなります。',
  'Check now': '今すぐ確認',
  Verified: '確認済み',
  'Not verified': '未確認',
  'Record missing': 'レコードがありません',
  'The record was found. The domain is verified.': 'レコードが見つかりました。ドメインは確認済みです。',
  'The record was not found. It can take an hour until a new record is visible.':
    'レコードが見つかりませんでした。新しいレコードが反映されるまで 1 時間かかることがあります。',
  'The name servers of the domain did not respond. Try again in a minute.':
    'ドメインのネームサーバーが応答しませんでした。1 分後にもう一度お試しください。',
  'The record was found, but another team has verified this domain.':
    'レコードは見つかりましたが、別のチームがこのドメインを確認済みです。',
  'Members see it when they sign in.': 'メンバーがサインインするときに表示されます。',
  'Identity provider': 'ID プロバイダー',
  'Another one': 'その他',
  Protocol: 'プロトコル',
  'What most companies use.': '多くの会社が使っています。',
  'Less to set up.': '設定が少なくて済みます。',
  'For providers without OpenID Connect.': 'OpenID Connect に対応していないプロバイダー向けです。',
  'Enter the whole URL, including https://.': 'https:// を含む URL 全体を入力してください。',
  'Copy this value from the identity provider.': 'この値を ID プロバイダーからコピーしてください。',
  Issuer: '発行者 (Issuer)',
  'Authorization URL': '認可 URL',
  'Token URL': 'トークン URL',
  'User info URL': 'ユーザー情報 URL',
  'Client ID': 'クライアント ID',
  'Client secret': 'クライアントシークレット',
  'Stored encrypted and never shown again.': '暗号化して保存され、二度と表示されません。',
  Scopes: 'スコープ',
  'Separated by spaces. Some providers need one for groups.':
    'スペースで区切ります。グループ用のスコープが必要なプロバイダーもあります。',
  Replace: '置き換える',
  'A secret is stored. It is never shown.': 'シークレットは保存済みです。表示されることはありません。',
  'Metadata URL or XML': 'メタデータの URL または XML',
  'Metadata is stored. Enter it again to change these settings.':
    'メタデータは保存済みです。設定を変更するには、もう一度入力してください。',
  'A URL is read again every day, so that new certificates are known in time.':
    'URL は毎日読み直されるため、新しい証明書が間に合うように反映されます。',
  'Sign-ins may start at the provider': 'プロバイダー側からのサインイン開始を許可',
  'For tiles in its app launcher. They lead to the sign-in page of this app.':
    'プロバイダーのアプリ一覧のタイル用です。このアプリのサインインページにつながります。',
  'Save and continue': '保存して続ける',
  'Stop requiring it': '必須を解除',
  'Stop requiring it? Members could then sign in with passwords, codes and other providers again.':
    '必須を解除しますか？メンバーはパスワード、コード、ほかのプロバイダーで再びサインインできるようになります。',
  'Yes, stop requiring it': '解除する',
  'Only through the provider': 'プロバイダー経由のみ',
  'Members sign in only with an identity provider of the team.':
    'メンバーはチームの ID プロバイダーでのみサインインします。',
  'Members choose how they sign in.': 'サインイン方法は各メンバーが選べます。',
  '{name} can also sign in with a password and a second factor.':
    '{name} さんはパスワードと第 2 の要素でもサインインできます。',
  'Before you can require it, turn on an identity provider and test the sign-in.':
    '必須にするには、先に ID プロバイダーを有効にして、サインインをテストしてください。',
  'Before you can require it, these members need a verified address at a verified domain, or must have signed in with the identity provider once: {names}':
    '必須にするには、次のメンバーに確認済みドメインの確認済みアドレスがあるか、ID プロバイダーで一度サインインしている必要があります: {names}',
  '{names} and {count} more': '{names}、ほか {count} 人',
  'I want to be able to sign in with my password and second factor as well, in case the provider fails.':
    'プロバイダーに障害が起きた場合に備えて、パスワードと第 2 の要素でもサインインできるようにします。',
  'Everyone who manages identity providers gets an email about each such sign-in.':
    'このようなサインインがあるたびに、ID プロバイダーを管理する全員にメールが届きます。',
  'Require it? Passwords, codes, passkeys, other providers and existing API keys stop working for members, and everyone who signed in another way is signed out.':
    '必須にしますか？パスワード、コード、パスキー、ほかのプロバイダー、既存の API キーはメンバーに対して使えなくなり、別の方法でサインインした人はサインアウトされます。',
  "Sign in with the identity provider yourself first, so that you don't lock yourself out.":
    '締め出されないよう、先に自分で ID プロバイダーを使ってサインインしてください。',
  'At the identity provider': 'ID プロバイダー側の設定',
  'From the identity provider': 'ID プロバイダーから取得する値',
  'Sign in at the provider in a new tab. You stay signed in here, and no account is created.':
    '新しいタブでプロバイダーにサインインしてください。ここでのサインインは維持され、アカウントは作成されません。',
  'Waiting for you to sign in at {name} …': '{name} へのサインインを待っています…',
  'Test sign-in': 'サインインをテスト',
  "It doesn't work yet.": 'まだ動作していません。',
  'Account at the provider': 'プロバイダーでのアカウント',
  Groups: 'グループ',
  'Permissions in the team': 'チームでの権限',
  'It works. This person would have signed in:': '動作しています。次の人がサインインするはずでした:',
  None: 'なし',
  '(verified)': '(確認済み)',
  "(not verified, because its domain isn't)": '(ドメインが未確認のため未確認)',
  'Not saved: {reason}': '保存されませんでした: {reason}',
  'Without a directory, people who leave the company stay signed in, and their API keys work, until you remove them from the team.':
    'ディレクトリがない場合、退職した人はチームから削除されるまでサインインしたままで、API キーも使えます。',
}

export default texts
