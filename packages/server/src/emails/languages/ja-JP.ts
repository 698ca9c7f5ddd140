import type { Texts } from './language.ts'

const texts: Texts = {
  'Your password was changed at {{projectDisplayName}}': '{{projectDisplayName}}: パスワードが変更されました',
  'Your password was changed': 'パスワードが変更されました',
  'Two-factor authentication is on at {{projectDisplayName}}': '{{projectDisplayName}}: 2 段階認証がオンになりました',
  'Two-factor authentication is on': '2 段階認証がオンになりました',
  'Two-factor authentication is off at {{projectDisplayName}}': '{{projectDisplayName}}: 2 段階認証がオフになりました',
  'Two-factor authentication is off': '2 段階認証がオフになりました',
  'Two-factor authentication was reset at {{projectDisplayName}}':
    '{{projectDisplayName}}: 2 段階認証がリセットされました',
  'Two-factor authentication was reset': '2 段階認証がリセットされました',
  'New recovery codes were created at {{projectDisplayName}}':
    '{{projectDisplayName}}: 新しいリカバリーコードが作成されました',
  'New recovery codes were created': '新しいリカバリーコードが作成されました',
  'A recovery code was used at {{projectDisplayName}}': '{{projectDisplayName}}: リカバリーコードが使用されました',
  'A recovery code was used': 'リカバリーコードが使用されました',
  'On {{changedAt}}, two-factor authentication was turned off for your account by the people who run the service at {{projectDisplayName}}.':
    '{{changedAt}} に、サービスの運営者によって {{projectDisplayName}} のアカウントの 2 段階認証がオフになりました。',
  'On {{changedAt}}, new recovery codes were created for your account, and the earlier ones stopped working at {{projectDisplayName}}.':
    '{{changedAt}} に、{{projectDisplayName}} のアカウントの新しいリカバリーコードが作成され、以前のコードは使用できなくなりました。',
  'On {{changedAt}}, someone signed in to your account with one of your recovery codes at {{projectDisplayName}}.':
    '{{changedAt}} に、リカバリーコードを使って {{projectDisplayName}} のアカウントにサインインがありました。',
  'Unused recovery codes: {{subject}}': '未使用のリカバリーコード: {{subject}}',
  'A passkey was added at {{projectDisplayName}}': '{{projectDisplayName}}: パスキーが追加されました',
  'A passkey was added': 'パスキーが追加されました',
  'A passkey was removed at {{projectDisplayName}}': '{{projectDisplayName}}: パスキーが削除されました',
  'A passkey was removed': 'パスキーが削除されました',
  'An email address was added at {{projectDisplayName}}': '{{projectDisplayName}}: メールアドレスが追加されました',
  'An email address was added': 'メールアドレスが追加されました',
  'Your email addresses were changed at {{projectDisplayName}}':
    '{{projectDisplayName}}: メールアドレスが変更されました',
  'Your email addresses were changed': 'メールアドレスが変更されました',
  'An email address was removed at {{projectDisplayName}}': '{{projectDisplayName}}: メールアドレスが削除されました',
  'An email address was removed': 'メールアドレスが削除されました',
  'A sign-in method was added at {{projectDisplayName}}': '{{projectDisplayName}}: サインイン方法が追加されました',
  'A sign-in method was added': 'サインイン方法が追加されました',
  'A sign-in method was removed at {{projectDisplayName}}': '{{projectDisplayName}}: サインイン方法が削除されました',
  'A sign-in method was removed': 'サインイン方法が削除されました',
  'A command-line sign-in was approved at {{projectDisplayName}}':
    '{{projectDisplayName}}: コマンドラインでのサインインが承認されました',
  'A command-line sign-in was approved': 'コマンドラインでのサインインが承認されました',
  'An app got access to your account at {{projectDisplayName}}':
    '{{projectDisplayName}}: アプリにアカウントへのアクセスが許可されました',
  'An app got access to your account': 'アプリにアカウントへのアクセスが許可されました',
  'A copy of your session was refused at {{projectDisplayName}}':
    '{{projectDisplayName}}: セッションのコピーの使用が拒否されました',
  'A copy of your session was refused': 'セッションのコピーの使用が拒否されました',
  'On {{changedAt}}, the password of your account was changed at {{projectDisplayName}}.':
    '{{changedAt}} に、{{projectDisplayName}} のアカウントのパスワードが変更されました。',
  'On {{changedAt}}, two-factor authentication was turned on for your account at {{projectDisplayName}}.':
    '{{changedAt}} に、{{projectDisplayName}} のアカウントで 2 段階認証がオンになりました。',
  'On {{changedAt}}, two-factor authentication was turned off for your account at {{projectDisplayName}}.':
    '{{changedAt}} に、{{projectDisplayName}} のアカウントで 2 段階認証がオフになりました。',
  'On {{changedAt}}, a passkey was added to your account at {{projectDisplayName}}.':
    '{{changedAt}} に、{{projectDisplayName}} のアカウントにパスキーが追加されました。',
  'On {{changedAt}}, a passkey was removed from your account at {{projectDisplayName}}.':
    '{{changedAt}} に、{{projectDisplayName}} のアカウントからパスキーが削除されました。',
  'On {{changedAt}}, the email address {{subject}} was added to your account at {{projectDisplayName}}.':
    '{{changedAt}} に、{{projectDisplayName}} のアカウントにメールアドレス {{subject}} が追加されました。',
  'On {{changedAt}}, the email address {{subject}} of your account, or how it is used, was changed at {{projectDisplayName}}.':
    '{{changedAt}} に、{{projectDisplayName}} のアカウントのメールアドレス {{subject}}、またはその用途が変更されました。',
  'On {{changedAt}}, the email address {{subject}} was removed from your account at {{projectDisplayName}}.':
    '{{changedAt}} に、{{projectDisplayName}} のアカウントからメールアドレス {{subject}} が削除されました。',
  'On {{changedAt}}, signing in with {{subject}} was added to your account at {{projectDisplayName}}.':
    '{{changedAt}} に、{{projectDisplayName}} のアカウントに {{subject}} でのサインインが追加されました。',
  'On {{changedAt}}, signing in with {{subject}} was removed from your account at {{projectDisplayName}}.':
    '{{changedAt}} に、{{projectDisplayName}} のアカウントから {{subject}} でのサインインが削除されました。',
  'On {{changedAt}}, a command-line program was allowed to sign in to your account at {{projectDisplayName}}.':
    '{{changedAt}} に、コマンドラインのプログラムが {{projectDisplayName}} のアカウントにサインインすることが許可されました。',
  'On {{changedAt}}, {{subject}} was given access to your account at {{projectDisplayName}}.':
    '{{changedAt}} に、{{subject}} に {{projectDisplayName}} のアカウントへのアクセスが許可されました。',
  'You can see what it may do, and end its access at any time, in your account settings.':
    'アプリに許可されている操作は、アカウント設定で確認できます。アクセスはいつでも取り消せます。',
  'Review access': 'アクセスを確認',
  'On {{changedAt}}, someone tried to use a copy of your session outside of your browser, which was refused, at {{projectDisplayName}}.':
    '{{changedAt}} に、{{projectDisplayName}} のセッションのコピーがお使いのブラウザー以外で使用されそうになりましたが、拒否されました。',
  'If this was you, you don’t need to do anything. If it wasn’t, undo it: this restores your previous sign-in methods and signs everyone out of your account.':
    'ご自身による操作であれば、何もする必要はありません。心当たりがない場合は、元に戻してください。以前のサインイン方法が復元され、アカウントのすべてのセッションがサインアウトされます。',
  'This wasn’t me: undo it': '心当たりがないので元に戻す',
  'The link works once and expires in 7 days. If it no longer works, reset your password and contact {{projectDisplayName}}.':
    'このリンクは 1 回だけ使用でき、7 日後に期限切れになります。使用できなくなった場合は、パスワードを再設定し、{{projectDisplayName}} にお問い合わせください。',
  'If this was you, you don’t need to do anything. If it wasn’t, use the link that we sent to the oldest email address of your account, or contact {{projectDisplayName}}.':
    'ご自身による操作であれば、何もする必要はありません。心当たりがない場合は、アカウントで最も古いメールアドレスに送信したリンクを使用するか、{{projectDisplayName}} にお問い合わせください。',
  'Hi {{userDisplayName|there}},': ['{{userDisplayName}} 様', 'こんにちは。'],
  'If the button does not work, open this link:': 'ボタンが機能しない場合は、次のリンクを開いてください。',
  'Verify your email at {{projectDisplayName}}': '{{projectDisplayName}} のメールアドレスの確認',
  'Verify your email': 'メールアドレスの確認',
  'The account {{accountName}} at {{projectDisplayName}} wants to use this email address. If that account is yours, please verify the address. The link works for 7 days.':
    '{{projectDisplayName}} のアカウント {{accountName}} が、このメールアドレスの使用を希望しています。ご自身のアカウントであれば、アドレスを確認してください。リンクは 7 日間有効です。',
  'Someone signed up at {{projectDisplayName}} with your email address. Was it you? Then please verify the address. The link works for 7 days.':
    'このメールアドレスで {{projectDisplayName}} に登録がありました。ご自身による登録であれば、アドレスを確認してください。リンクは 7 日間有効です。',
  'Verify email': 'メールアドレスを確認',
  'If this isn’t you, you can ignore this email, or have your address removed from that account.':
    '心当たりがない場合は、このメールを無視するか、そのアカウントからアドレスを削除してください。',
  'If this isn’t you, you can ignore this email.': '心当たりがない場合は、このメールを無視してください。',
  'This isn’t my account': '自分のアカウントではありません',
  'It wasn’t me': '心当たりがありません',
  'Reset your password at {{projectDisplayName}}': '{{projectDisplayName}} のパスワードの再設定',
  'Reset your password': 'パスワードの再設定',
  'Someone, hopefully you, requested a new password at {{projectDisplayName}}. The link works once and expires in one hour.':
    '{{projectDisplayName}} で新しいパスワードがリクエストされました。リンクは 1 回だけ使用でき、1 時間後に期限切れになります。',
  'Choose a new password': '新しいパスワードを設定',
  'If you did not request this, you can ignore this email. Your password will not change.':
    '心当たりがない場合は、このメールを無視してください。パスワードは変更されません。',
  'Sign in to {{projectDisplayName}}: your code is {{otp}}':
    '{{projectDisplayName}} へのサインイン: コードは {{otp}} です',
  'Sign in to {{projectDisplayName}}': '{{projectDisplayName}} にサインイン',
  'Enter this code to sign in, or use the button. It works once and expires in ten minutes.':
    'サインインするには、このコードを入力するか、ボタンを使用してください。1 回だけ使用でき、10 分後に期限切れになります。',
  'Sign in': 'サインイン',
  'If you did not try to sign in, you can ignore this email. Never share the code with anyone.':
    'サインインに心当たりがない場合は、このメールを無視してください。コードは決して誰にも教えないでください。',
  'Join {{teamDisplayName}} at {{projectDisplayName}}': '{{projectDisplayName}} の {{teamDisplayName}} への参加',
  'Join {{teamDisplayName}}': '{{teamDisplayName}} に参加',
  'You are invited to the team {{teamDisplayName}} at {{projectDisplayName}}. The link works once, for 7 days.':
    '{{projectDisplayName}} のチーム {{teamDisplayName}} に招待されました。リンクは 7 日以内に 1 回だけ使用できます。',
  'Join the team': 'チームに参加',
  'If you do not know the team, you can ignore this email.':
    'このチームに心当たりがない場合は、このメールを無視してください。',
  'You are invited to sign in to {{projectDisplayName}}': '{{projectDisplayName}} への招待',
  'Welcome to {{projectDisplayName}}': '{{projectDisplayName}} へようこそ',
  'You are invited to sign in to {{projectDisplayName}}.': '{{projectDisplayName}} へのサインインに招待されました。',
  'If you do not know {{projectDisplayName}}, you can ignore this email.':
    '{{projectDisplayName}} に心当たりがない場合は、このメールを無視してください。',
  'Two-factor authentication at {{projectDisplayName}} is about to change':
    '{{projectDisplayName}} の 2 段階認証がまもなく変更されます',
  'A second factor is about to be removed': '2 段階認証の方法がまもなく削除されます',
  'Someone who reads the emails to one of your addresses has undone changes to your account at {{projectDisplayName}}, without the authenticator app or the passkey that was set up since then. It will be removed from your account on {{endsAt}}.':
    'あなたのいずれかのアドレス宛てのメールを読める人が、その後に設定された認証アプリまたはパスキーを使わずに、{{projectDisplayName}} のアカウントの変更を元に戻しました。この認証アプリまたはパスキーは {{endsAt}} にアカウントから削除されます。',
  'If this was you, you don’t need to do anything. If it wasn’t, sign in with it before then, which keeps it, and change the password of your email account.':
    'ご自身による操作であれば、何もする必要はありません。心当たりがない場合は、それまでにその認証アプリまたはパスキーでサインインしてください。そうすると削除されません。あわせて、メールアカウントのパスワードを変更してください。',
  'This email goes to all addresses of your account.': 'このメールは、アカウントのすべてのアドレスに送信されています。',
  'Two-factor authentication at {{projectDisplayName}} has changed':
    '{{projectDisplayName}} の 2 段階認証が変更されました',
  'A second factor was removed': '2 段階認証の方法が削除されました',
  'On {{endsAt}}, the authenticator app or the passkey that was set up last was removed from your account at {{projectDisplayName}}, as announced three days before. If you had another one before, it works again.':
    '3 日前にお知らせしたとおり、{{endsAt}} に、最後に設定された認証アプリまたはパスキーが {{projectDisplayName}} のアカウントから削除されました。以前に別の方法をお使いだった場合は、その方法が再び有効になります。',
  'If this wasn’t you, contact {{projectDisplayName}}. This email goes to all addresses of your account.':
    '心当たりがない場合は、{{projectDisplayName}} にお問い合わせください。このメールは、アカウントのすべてのアドレスに送信されています。',
  '{{code}} is your code for {{projectDisplayName}}': '{{projectDisplayName}} のコードは {{code}} です',
  'Confirm your identity': '本人確認',
  'To continue with the change to your account at {{projectDisplayName}}, enter this code. It works once and expires in ten minutes.':
    '{{projectDisplayName}} のアカウントの変更を続けるには、このコードを入力してください。1 回だけ使用でき、10 分後に期限切れになります。',
  'Never share this code with anyone. If you did not request it, someone else is signed in to your account: change your password, which ends all other sessions.':
    'このコードは決して誰にも教えないでください。リクエストした覚えがない場合は、ほかの誰かがあなたのアカウントにサインインしています。パスワードを変更すると、ほかのすべてのセッションが終了します。',
  'Your API key at {{projectDisplayName}} was revoked': '{{projectDisplayName}} の API キーが無効になりました',
  'Your API key was leaked': 'API キーが流出しました',
  'The API key “{{apiKeyDescription}}” (ending in {{apiKeyLastFour}}) at {{projectDisplayName}} was found in a public place.':
    '{{projectDisplayName}} の API キー「{{apiKeyDescription}}」(末尾 {{apiKeyLastFour}})が、公開された場所で見つかりました。',
  'We revoked it, so it no longer works. Please create a new one, and check whether the old one was misused.':
    'このキーは無効にしたため、もう使用できません。新しいキーを作成し、以前のキーが悪用されていないか確認してください。',
  'You received this email because you manage this key.': 'このメールは、このキーを管理している方に送信されています。',
  '{{domain}} is no longer proven at {{projectDisplayName}}':
    '{{projectDisplayName}}: {{domain}} の確認が無効になりました',
  'A domain is no longer proven': 'ドメインの確認が無効になりました',
  'The DNS record that proves {{domain}} has been missing for a week. People with an address of this domain are no longer led to your identity provider at {{projectDisplayName}}.':
    '{{domain}} を確認する DNS レコードが 1 週間見つかっていません。このドメインのアドレスを持つユーザーは、{{projectDisplayName}} で貴社の ID プロバイダーに案内されなくなりました。',
  'To prove the domain again, restore the record and check the domain in the settings.':
    'ドメインをもう一度確認するには、レコードを元に戻し、設定画面でドメインをチェックしてください。',
  'You received this email because you look after this domain.':
    'このメールは、このドメインを管理している方に送信されています。',
  '{{connectionName}} is set up at {{projectDisplayName}}':
    '{{projectDisplayName}}: {{connectionName}} の設定が完了しました',
  'A connection was set up': '接続が設定されました',
  'The connection {{connectionName}} was set up with the link that was sent for it, and turned on. People can now sign in with it at {{projectDisplayName}}.':
    '接続 {{connectionName}} が、送信されたリンクから設定され、有効になりました。{{projectDisplayName}} にこの接続でサインインできるようになりました。',
  'People with an email address at these domains are led to it: {{domains}}':
    '次のドメインのメールアドレスを持つユーザーは、この接続に案内されます: {{domains}}',
  'No domain is proven yet, so no email address leads to it.':
    '確認済みのドメインがまだないため、メールアドレスからこの接続に案内されることはありません。',
  'If you did not expect this, turn the connection off and check its settings.':
    '心当たりがない場合は、接続を無効にして設定を確認してください。',
  'You received this email because you look after this connection.':
    'このメールは、この接続を管理している方に送信されています。',
  '{{memberName}} signed in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} さんが ID プロバイダーを使わずに {{teamDisplayName}} にサインインしました',
  'Sign-in without the identity provider': 'ID プロバイダーを使わないサインイン',
  '{{memberName}} signed in at {{projectDisplayName}} with a password and a second factor. Of all members of {{teamDisplayName}}, only this one may.':
    '{{memberName}} さんが {{projectDisplayName}} にパスワードと 2 つ目の認証要素でサインインしました。{{teamDisplayName}} のメンバーのうち、この方法を使えるのはこの 1 人だけです。',
  '{{memberName}} may sign in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} さんが ID プロバイダーを使わずに {{teamDisplayName}} にサインインできるようになりました',
  'A member may sign in without the identity provider': 'ID プロバイダーを使わずにサインインできるメンバー',
  '{{memberName}} was chosen as the one member of {{teamDisplayName}} who may sign in at {{projectDisplayName}} with a password and a second factor instead of the identity provider.':
    '{{teamDisplayName}} のメンバーのうち、ID プロバイダーの代わりにパスワードと 2 つ目の認証要素で {{projectDisplayName}} にサインインできる 1 人として、{{memberName}} さんが選ばれました。',
  'If you did not expect this, choose another member for it in the settings of the team.':
    '心当たりがない場合は、チームの設定で別のメンバーを選んでください。',
  'You received this email because you look after how the team signs in.':
    'チームのサインイン方法を管理しているため、このメールをお送りしています。',
  'You are invited to the project {{ownedDisplayName}}': 'プロジェクト {{ownedDisplayName}} への招待',
  'Join {{ownedDisplayName}}': '{{ownedDisplayName}} に参加',
  'Hi,': 'こんにちは。',
  '{{inviter|An owner}} invites you to the project “{{ownedDisplayName}}” with the role {{role}}.':
    '{{inviter|オーナー}} から、ロール {{role}} でプロジェクト「{{ownedDisplayName}}」に招待されました。',
  'You will have the same role in {{otherProjects}} of its team.':
    'チームの{{otherProjects}}でも同じロールになります。',
  'To accept, use the address that this email was sent to.':
    '承諾するには、このメールの宛先のアドレスを使用してください。',
  'Join the project': 'プロジェクトに参加',
  'The link works once and expires in 7 days. If you do not know who this is, ignore this email.':
    'リンクは 1 回だけ使用でき、7 日後に期限切れになります。招待者に心当たりがない場合は、このメールを無視してください。',
  '{{emailCount}} from {{projectDisplayName}} could not be sent':
    '{{projectDisplayName}} のメール {{emailCount}}を送信できませんでした',
  'Some emails could not be sent': '送信できなかったメールがあります',
  'In the last day, {{emailCount}} from {{projectDisplayName}} could not be sent.':
    '過去 1 日に、{{projectDisplayName}} のメール {{emailCount}}を送信できませんでした。',
  'See the reasons': '理由を見る',
  'You received this email because you are a member of the team that owns {{projectDisplayName}}.':
    'このメールは、{{projectDisplayName}} を所有するチームのメンバーに送信されています。',
  '{{count}} email': '{{count}} 件',
  '{{count}} emails': '{{count}} 件',
  'the other project': 'ほかのプロジェクト',
  'the {{count}} other projects': 'ほかの {{count}} 件のプロジェクト',
  'Don’t want emails like this?': 'このようなメールが不要な場合は、',
  Unsubscribe: '配信を停止',
  'Undo a change': '変更を元に戻す',
  'Wasn’t this you?': '心当たりがありませんか？',
  'Undoing it restores the sign-in methods your account had before and signs out everyone. You can then choose a new password.':
    '元に戻すと、アカウントの以前のサインイン方法が復元され、すべてのセッションがサインアウトされます。その後、新しいパスワードを設定できます。',
  'Undo and sign out everywhere': '元に戻してすべてサインアウト',
  'An authenticator app was set up since then. If you have it, enter its code to remove it now. Otherwise it will be removed in 72 hours: we tell all email addresses of your account, and signing in with the app before then keeps it.':
    'その後、認証アプリが設定されています。お持ちの場合は、そのコードを入力すると今すぐ削除できます。お持ちでない場合は、72 時間後に削除されます。アカウントのすべてのメールアドレスにお知らせし、それまでにそのアプリでサインインがあれば削除されません。',
  'Code from the authenticator app (optional)': '認証アプリのコード(任意)',
  'This code is not right. Wait for the next one and try again.':
    'コードが正しくありません。次のコードを待って、もう一度お試しください。',
  'The change has been undone': '変更を元に戻しました',
  'Your account at {{project}} has the sign-in methods it had before, and everyone has been signed out.':
    '{{project}} のアカウントのサインイン方法が以前の状態に戻り、すべてのセッションがサインアウトされました。',
  'The authenticator app that was set up since then is removed on {{endsAt}}. Until then, signing in needs its code, or a passkey if passkeys are a second factor too.':
    'その後に設定された認証アプリは {{endsAt}} に削除されます。それまでは、サインインにそのコードが必要です。パスキーも 2 段階認証に使っている場合は、パスキーでもサインインできます。',
  'Choose a new password now, because someone may know the old one.':
    '以前のパスワードを知られているおそれがあるため、今すぐ新しいパスワードを設定してください。',
  'Reset your password at {{project}} now, because someone may know the old one.':
    '以前のパスワードを知られているおそれがあるため、今すぐ {{project}} のパスワードを再設定してください。',
  'This isn’t me': '心当たりがありません',
  'Isn’t this you?': 'ご自身ではありませんか？',
  'Someone signed up at {{project}} with your email address {{email}}.':
    'このメールアドレス {{email}} で {{project}} に登録がありました。',
  'The account {{account}} at {{project}} wants to use your email address {{email}}.':
    '{{project}} のアカウント {{account}} が、メールアドレス {{email}} の使用を希望しています。',
  'If that wasn’t you, remove your address. The account can then no longer use it.':
    '心当たりがない場合は、アドレスを削除してください。そのアカウントはアドレスを使用できなくなります。',
  'Remove my address': '自分のアドレスを削除',
  'Your address has been removed': 'アドレスを削除しました',
  'The account at {{project}} can no longer use {{email}}.':
    '{{project}} のアカウントは {{email}} を使用できなくなりました。',
  'This link has already been used': 'このリンクは使用済みです',
  'There’s nothing left to do.': 'これ以上の操作は必要ありません。',
  'Unsubscribe?': '配信を停止しますか？',
  'You’ll no longer get marketing emails from {{project}}.': '{{project}} からの宣伝メールが届かなくなります。',
  'You’ve unsubscribed': '配信を停止しました',
  'You’ve already unsubscribed': '配信はすでに停止されています',
  'The link is incomplete. Copy the whole link.': 'リンクが不完全です。リンク全体をコピーしてください。',
  'Turn on JavaScript in your browser and open the link again.':
    'ブラウザーで JavaScript を有効にして、もう一度リンクを開いてください。',
  'Passkeys became your second factor since then. Those that were added will be removed in 72 hours: we tell all email addresses of your account, and signing in with one of them before then keeps it.':
    'その後、パスキーが 2 段階認証に使われるようになりました。追加されたパスキーは 72 時間後に削除されます。アカウントのすべてのメールアドレスにお知らせし、それまでにそのパスキーでサインインがあれば削除されません。',
  'The passkeys that were added since then are removed on {{endsAt}}. Until then, signing in needs a passkey, or a code if you have an authenticator app.':
    'その後に追加されたパスキーは {{endsAt}} に削除されます。それまでは、サインインにパスキーが必要です。認証アプリをお持ちの場合は、そのコードでもサインインできます。',
  'Your recovery codes will stop working. Create new ones in your account settings afterwards.':
    'リカバリーコードは使用できなくなります。取り消した後、アカウント設定で新しいコードを作成してください。',
  'Your account has no recovery codes now. Create new ones in your account settings.':
    '現在、アカウントにリカバリーコードはありません。アカウント設定で新しいコードを作成してください。',
  'This link no longer works': 'このリンクは使用できません',
  'It has expired. Sign in and check your account settings instead.':
    '有効期限が切れています。サインインして、アカウント設定をご確認ください。',
  'It is incomplete, or a newer email has replaced it. Open the newest email and copy the whole link.':
    'リンクが途中で切れているか、新しいメールのリンクに置き換えられています。最新のメールを開き、リンク全体をコピーしてください。',
  'Something went wrong': '問題が発生しました',
  'Try again in a few minutes.': '数分後にもう一度お試しください。',
  'Your account has an older email address than the one this link was sent to. Use the link that was sent to that address.':
    'アカウントには、このリンクの送信先よりも古いメールアドレスがあります。そのアドレスに送信されたリンクをご利用ください。',
  'The address has been verified in the meantime. Sign in and remove it in the account settings.':
    'このアドレスはすでに確認されています。サインインして、アカウント設定で削除してください。',
  owner: 'オーナー',
  admin: '管理者',
  developer: '開発者',
  support: 'サポート',
  viewer: '閲覧者',
  'This request has expired or was started in another browser. Start again in the app that sent you here.':
    'このリクエストは有効期限が切れているか、別のブラウザーで開始されたものです。元のアプリからもう一度やり直してください。',
  'The app that sent you here made a request that this server does not accept ({{error}}). Tell its developers.':
    '元のアプリから、このサーバーでは受け付けられないリクエストが送信されました（{{error}}）。アプリの開発者にお知らせください。',
  'You cannot be signed in': 'サインインできません',
  'Sign out of {{name}}?': '{{name}} からサインアウトしますか？',
  'Other apps that you opened with this account may sign you out, too.':
    'このアカウントで開いたほかのアプリからもサインアウトする場合があります。',
  'Sign out': 'サインアウト',
  'Stay signed in': 'サインインしたままにする',
  'You are signed out': 'サインアウトしました',
  'You can close this page.': 'このページは閉じてかまいません。',
}

export default texts
