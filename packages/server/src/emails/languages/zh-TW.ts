import type { Texts } from './language.ts'

const texts: Texts = {
  'Your password was changed at {{projectDisplayName}}': '{{projectDisplayName}}：你的密碼已變更',
  'Your password was changed': '你的密碼已變更',
  'Two-factor authentication is on at {{projectDisplayName}}': '{{projectDisplayName}}：雙重驗證已開啟',
  'Two-factor authentication is on': '雙重驗證已開啟',
  'Two-factor authentication is off at {{projectDisplayName}}': '{{projectDisplayName}}：雙重驗證已關閉',
  'Two-factor authentication is off': '雙重驗證已關閉',
  'Two-factor authentication was reset at {{projectDisplayName}}': '{{projectDisplayName}}：雙重驗證已重設',
  'Two-factor authentication was reset': '雙重驗證已重設',
  'New recovery codes were created at {{projectDisplayName}}': '{{projectDisplayName}}：已建立新的復原碼',
  'New recovery codes were created': '已建立新的復原碼',
  'A recovery code was used at {{projectDisplayName}}': '{{projectDisplayName}}：已使用一個復原碼',
  'A recovery code was used': '已使用一個復原碼',
  'On {{changedAt}}, two-factor authentication was turned off for your account by the people who run the service at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的帳號的雙重驗證已由服務營運者關閉。',
  'On {{changedAt}}, new recovery codes were created for your account, and the earlier ones stopped working at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的帳號建立了新的復原碼，先前的復原碼已失效。',
  'On {{changedAt}}, someone signed in to your account with one of your recovery codes at {{projectDisplayName}}.':
    '{{changedAt}}，有人用你的一個復原碼登入了你在 {{projectDisplayName}} 的帳號。',
  'Unused recovery codes: {{subject}}': '未使用的復原碼：{{subject}}',
  'A passkey was added at {{projectDisplayName}}': '{{projectDisplayName}}：已新增通行金鑰',
  'A passkey was added': '已新增通行金鑰',
  'A passkey was removed at {{projectDisplayName}}': '{{projectDisplayName}}：已移除一個通行金鑰',
  'A passkey was removed': '已移除一個通行金鑰',
  'An email address was added at {{projectDisplayName}}': '{{projectDisplayName}}：已新增電子郵件地址',
  'An email address was added': '已新增電子郵件地址',
  'Your email addresses were changed at {{projectDisplayName}}': '{{projectDisplayName}}：你的電子郵件地址已變更',
  'Your email addresses were changed': '你的電子郵件地址已變更',
  'An email address was removed at {{projectDisplayName}}': '{{projectDisplayName}}：已移除電子郵件地址',
  'An email address was removed': '已移除電子郵件地址',
  'A sign-in method was added at {{projectDisplayName}}': '{{projectDisplayName}}：已新增登入方式',
  'A sign-in method was added': '已新增登入方式',
  'A sign-in method was removed at {{projectDisplayName}}': '{{projectDisplayName}}：已移除登入方式',
  'A sign-in method was removed': '已移除登入方式',
  'A command-line sign-in was approved at {{projectDisplayName}}': '{{projectDisplayName}}：已核准命令列登入',
  'A command-line sign-in was approved': '已核准命令列登入',
  'An app got access to your account at {{projectDisplayName}}':
    '{{projectDisplayName}}：一個應用程式取得了你帳號的存取權',
  'An app got access to your account': '一個應用程式取得了你帳號的存取權',
  'A copy of your session was refused at {{projectDisplayName}}': '{{projectDisplayName}}：你的工作階段副本已遭拒絕',
  'A copy of your session was refused': '你的工作階段副本已遭拒絕',
  'On {{changedAt}}, the password of your account was changed at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的帳號密碼已變更。',
  'On {{changedAt}}, two-factor authentication was turned on for your account at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的帳號開啟了雙重驗證。',
  'On {{changedAt}}, two-factor authentication was turned off for your account at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的帳號關閉了雙重驗證。',
  'On {{changedAt}}, a passkey was added to your account at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的帳號新增了通行金鑰。',
  'On {{changedAt}}, a passkey was removed from your account at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的帳號移除了一個通行金鑰。',
  'On {{changedAt}}, the email address {{subject}} was added to your account at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的帳號新增了電子郵件地址 {{subject}}。',
  'On {{changedAt}}, the email address {{subject}} of your account, or how it is used, was changed at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的帳號變更了電子郵件地址 {{subject}} 或其用途。',
  'On {{changedAt}}, the email address {{subject}} was removed from your account at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的帳號移除了電子郵件地址 {{subject}}。',
  'On {{changedAt}}, signing in with {{subject}} was added to your account at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的帳號新增了 {{subject}} 登入。',
  'On {{changedAt}}, signing in with {{subject}} was removed from your account at {{projectDisplayName}}.':
    '{{changedAt}}，你在 {{projectDisplayName}} 的帳號移除了 {{subject}} 登入。',
  'On {{changedAt}}, a command-line program was allowed to sign in to your account at {{projectDisplayName}}.':
    '{{changedAt}}，一個命令列程式獲准登入你在 {{projectDisplayName}} 的帳號。',
  'On {{changedAt}}, {{subject}} was given access to your account at {{projectDisplayName}}.':
    '{{changedAt}}，{{subject}} 取得了你在 {{projectDisplayName}} 的帳號的存取權。',
  'You can see what it may do, and end its access at any time, in your account settings.':
    '你可以在帳號設定中查看它可以執行的操作，並隨時終止其存取權。',
  'Review access': '檢視存取權',
  'On {{changedAt}}, someone tried to use a copy of your session outside of your browser, which was refused, at {{projectDisplayName}}.':
    '{{changedAt}}，有人嘗試在你的瀏覽器之外使用你在 {{projectDisplayName}} 的工作階段副本，已遭拒絕。',
  'If this was you, you don’t need to do anything. If it wasn’t, undo it: this restores your previous sign-in methods and signs everyone out of your account.':
    '如果是你本人所為，則無須處理。如果不是，請復原：這會還原你先前的登入方式，並讓你的帳號在所有地方登出。',
  'This wasn’t me: undo it': '不是我本人：復原',
  'The link works once and expires in 7 days. If it no longer works, reset your password and contact {{projectDisplayName}}.':
    '此連結只能使用一次，7 天後失效。如果連結已失效，請重設密碼並聯絡 {{projectDisplayName}}。',
  'If this was you, you don’t need to do anything. If it wasn’t, use the link that we sent to the oldest email address of your account, or contact {{projectDisplayName}}.':
    '如果是你本人所為，則無須處理。如果不是，請使用我們寄到你帳號中最早的電子郵件地址的連結，或聯絡 {{projectDisplayName}}。',
  'Hi {{userDisplayName|there}},': ['{{userDisplayName}}，你好：', '你好：'],
  'If the button does not work, open this link:': '如果按鈕無法使用，請開啟此連結：',
  'Verify your email at {{projectDisplayName}}': '驗證你在 {{projectDisplayName}} 的電子郵件',
  'Verify your email': '驗證你的電子郵件',
  'The account {{accountName}} at {{projectDisplayName}} wants to use this email address. If that account is yours, please verify the address. The link works for 7 days.':
    '{{projectDisplayName}} 的帳號 {{accountName}} 想使用此電子郵件地址。如果這是你的帳號，請驗證該地址。連結 7 天內有效。',
  'Someone signed up at {{projectDisplayName}} with your email address. Was it you? Then please verify the address. The link works for 7 days.':
    '有人用你的電子郵件地址註冊了 {{projectDisplayName}}。是你本人嗎？如果是，請驗證該地址。連結 7 天內有效。',
  'Verify email': '驗證電子郵件',
  'If this isn’t you, you can ignore this email, or have your address removed from that account.':
    '如果不是你本人，可以忽略此信，或從該帳號移除你的地址。',
  'If this isn’t you, you can ignore this email.': '如果不是你本人，可以忽略此信。',
  'This isn’t my account': '這不是我的帳號',
  'It wasn’t me': '不是我本人',
  'Reset your password at {{projectDisplayName}}': '重設你在 {{projectDisplayName}} 的密碼',
  'Reset your password': '重設密碼',
  'Someone, hopefully you, requested a new password at {{projectDisplayName}}. The link works once and expires in one hour.':
    '有人（希望是你本人）要求在 {{projectDisplayName}} 設定新密碼。連結只能使用一次，1 小時後失效。',
  'Choose a new password': '設定新密碼',
  'If you did not request this, you can ignore this email. Your password will not change.':
    '如果不是你要求的，可以忽略此信。你的密碼不會變更。',
  'Sign in to {{projectDisplayName}}: your code is {{otp}}': '登入 {{projectDisplayName}}：你的驗證碼是 {{otp}}',
  'Sign in to {{projectDisplayName}}': '登入 {{projectDisplayName}}',
  'Enter this code to sign in, or use the button. It works once and expires in ten minutes.':
    '輸入此驗證碼即可登入，也可以使用按鈕。驗證碼只能使用一次，10 分鐘後失效。',
  'Sign in': '登入',
  'If you did not try to sign in, you can ignore this email. Never share the code with anyone.':
    '如果你沒有嘗試登入，可以忽略此信。切勿將驗證碼告訴任何人。',
  'Join {{teamDisplayName}} at {{projectDisplayName}}': '加入 {{projectDisplayName}} 的 {{teamDisplayName}}',
  'Join {{teamDisplayName}}': '加入 {{teamDisplayName}}',
  'You are invited to the team {{teamDisplayName}} at {{projectDisplayName}}. The link works once, for 7 days.':
    '你獲邀加入 {{projectDisplayName}} 的團隊 {{teamDisplayName}}。連結 7 天內有效，只能使用一次。',
  'Join the team': '加入團隊',
  'If you do not know the team, you can ignore this email.': '如果你不認識這個團隊，可以忽略此信。',
  'You are invited to sign in to {{projectDisplayName}}': '你獲邀登入 {{projectDisplayName}}',
  'Welcome to {{projectDisplayName}}': '歡迎使用 {{projectDisplayName}}',
  'You are invited to sign in to {{projectDisplayName}}.': '你獲邀登入 {{projectDisplayName}}。',
  'If you do not know {{projectDisplayName}}, you can ignore this email.':
    '如果你不認識 {{projectDisplayName}}，可以忽略此信。',
  'Two-factor authentication at {{projectDisplayName}} is about to change': '{{projectDisplayName}} 的雙重驗證即將變更',
  'A second factor is about to be removed': '一種雙重驗證方式即將移除',
  'Someone who reads the emails to one of your addresses has undone changes to your account at {{projectDisplayName}}, without the authenticator app or the passkey that was set up since then. It will be removed from your account on {{endsAt}}.':
    '有人能夠查看你某個電子郵件地址的信件，並在沒有後來設定的驗證器應用程式或通行金鑰的情況下，復原了你在 {{projectDisplayName}} 的帳號變更。該驗證方式將於 {{endsAt}} 從你的帳號移除。',
  'If this was you, you don’t need to do anything. If it wasn’t, sign in with it before then, which keeps it, and change the password of your email account.':
    '如果是你本人所為，則無須處理。如果不是，請在此之前用該驗證方式登入以保留它，並變更你電子郵件帳號的密碼。',
  'This email goes to all addresses of your account.': '此信會寄到你帳號的所有地址。',
  'Two-factor authentication at {{projectDisplayName}} has changed': '{{projectDisplayName}} 的雙重驗證已變更',
  'A second factor was removed': '一種雙重驗證方式已移除',
  'On {{endsAt}}, the authenticator app or the passkey that was set up last was removed from your account at {{projectDisplayName}}, as announced three days before. If you had another one before, it works again.':
    '{{endsAt}}，最後設定的驗證器應用程式或通行金鑰已依三天前的通知從你在 {{projectDisplayName}} 的帳號移除。如果你先前有另一種驗證方式，它已恢復使用。',
  'If this wasn’t you, contact {{projectDisplayName}}. This email goes to all addresses of your account.':
    '如果不是你本人所為，請聯絡 {{projectDisplayName}}。此信會寄到你帳號的所有地址。',
  '{{code}} is your code for {{projectDisplayName}}': '{{code}} 是你的 {{projectDisplayName}} 驗證碼',
  'Confirm your identity': '確認你的身分',
  'To continue with the change to your account at {{projectDisplayName}}, enter this code. It works once and expires in ten minutes.':
    '要繼續變更你在 {{projectDisplayName}} 的帳號，請輸入此驗證碼。它只能使用一次，10 分鐘後失效。',
  'Never share this code with anyone. If you did not request it, someone else is signed in to your account: change your password, which ends all other sessions.':
    '切勿將此驗證碼告訴任何人。如果不是你要求的，表示有其他人登入了你的帳號：請變更密碼，這會結束所有其他工作階段。',
  'Your API key at {{projectDisplayName}} was revoked': '你在 {{projectDisplayName}} 的 API 金鑰已撤銷',
  'Your API key was leaked': '你的 API 金鑰已外洩',
  'The API key “{{apiKeyDescription}}” (ending in {{apiKeyLastFour}}) at {{projectDisplayName}} was found in a public place.':
    '你在 {{projectDisplayName}} 的 API 金鑰「{{apiKeyDescription}}」（末四碼 {{apiKeyLastFour}}）在公開的地方被發現。',
  'We revoked it, so it no longer works. Please create a new one, and check whether the old one was misused.':
    '我們已撤銷該金鑰，它不再有效。請建立新的金鑰，並檢查舊金鑰是否遭到濫用。',
  'You received this email because you manage this key.': '你收到此信，是因為你管理此金鑰。',
  '{{domain}} is no longer proven at {{projectDisplayName}}': '{{projectDisplayName}}：{{domain}} 的驗證已失效',
  'A domain is no longer proven': '一個網域的驗證已失效',
  'The DNS record that proves {{domain}} has been missing for a week. People with an address of this domain are no longer led to your identity provider at {{projectDisplayName}}.':
    '用於驗證 {{domain}} 的 DNS 記錄已缺少一週。使用該網域電子郵件地址的人在 {{projectDisplayName}} 登入時，不再會轉到你們的身分識別提供者。',
  'To prove the domain again, restore the record and check the domain in the settings.':
    '若要重新驗證該網域，請還原該記錄，並在設定中檢查網域。',
  'You received this email because you look after this domain.': '你收到此信，是因為你負責管理此網域。',
  '{{connectionName}} is set up at {{projectDisplayName}}': '{{projectDisplayName}}：{{connectionName}} 已設定完成',
  'A connection was set up': '一個連線已設定完成',
  'The connection {{connectionName}} was set up with the link that was sent for it, and turned on. People can now sign in with it at {{projectDisplayName}}.':
    '連線 {{connectionName}} 已透過為其傳送的連結完成設定並啟用。現在可以用它登入 {{projectDisplayName}}。',
  'People with an email address at these domains are led to it: {{domains}}':
    '使用以下網域電子郵件地址的人會轉到該連線：{{domains}}',
  'No domain is proven yet, so no email address leads to it.': '尚無經過驗證的網域，因此沒有電子郵件地址會轉到該連線。',
  'If you did not expect this, turn the connection off and check its settings.':
    '如果這不在你的預期之內，請停用該連線並檢查其設定。',
  'You received this email because you look after this connection.': '你收到此信，是因為你負責管理此連線。',
  '{{memberName}} signed in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} 不經身分識別提供者登入了 {{teamDisplayName}}',
  'Sign-in without the identity provider': '不經身分識別提供者的登入',
  '{{memberName}} signed in at {{projectDisplayName}} with a password and a second factor. Of all members of {{teamDisplayName}}, only this one may.':
    '{{memberName}} 使用密碼和第二重驗證登入了 {{projectDisplayName}}。在 {{teamDisplayName}} 的所有成員中，只有此成員可以這麼做。',
  '{{memberName}} may sign in to {{teamDisplayName}} without the identity provider':
    '{{memberName}} 可以不經身分識別提供者登入 {{teamDisplayName}}',
  'A member may sign in without the identity provider': '可以不經身分識別提供者登入的成員',
  '{{memberName}} was chosen as the one member of {{teamDisplayName}} who may sign in at {{projectDisplayName}} with a password and a second factor instead of the identity provider.':
    '{{memberName}} 獲選為 {{teamDisplayName}} 中唯一可以使用密碼和第二重驗證（而不經身分識別提供者）登入 {{projectDisplayName}} 的成員。',
  'If you did not expect this, choose another member for it in the settings of the team.':
    '如果這不在你的預期之內，請在團隊設定中改選其他成員。',
  'You received this email because you look after how the team signs in.':
    '你收到此信，是因為你負責管理該團隊的登入方式。',
  'You are invited to the project {{ownedDisplayName}}': '你獲邀加入專案 {{ownedDisplayName}}',
  'Join {{ownedDisplayName}}': '加入 {{ownedDisplayName}}',
  'Hi,': '你好：',
  '{{inviter|An owner}} invites you to the project “{{ownedDisplayName}}” with the role {{role}}.':
    '{{inviter|一位擁有者}} 邀請你以 {{role}} 角色加入專案「{{ownedDisplayName}}」。',
  'You will have the same role in {{otherProjects}} of its team.': '你在該團隊的{{otherProjects}}中也會有相同的角色。',
  'To accept, use the address that this email was sent to.': '要接受邀請，請使用收到此信的地址。',
  'Join the project': '加入專案',
  'The link works once and expires in 7 days. If you do not know who this is, ignore this email.':
    '連結只能使用一次，7 天後失效。如果你不知道對方是誰，請忽略此信。',
  '{{emailCount}} from {{projectDisplayName}} could not be sent': '{{projectDisplayName}} 有 {{emailCount}}未能寄出',
  'Some emails could not be sent': '部分電子郵件未能寄出',
  'In the last day, {{emailCount}} from {{projectDisplayName}} could not be sent.':
    '過去一天，{{projectDisplayName}} 有 {{emailCount}}未能寄出。',
  'See the reasons': '查看原因',
  'You received this email because you are a member of the team that owns {{projectDisplayName}}.':
    '你收到此信，是因為你是 {{projectDisplayName}} 所屬團隊的成員。',
  '{{count}} email': '{{count}} 封電子郵件',
  '{{count}} emails': '{{count}} 封電子郵件',
  'the other project': '另一個專案',
  'the {{count}} other projects': '其他 {{count}} 個專案',
  'Don’t want emails like this?': '不想再收到這類信件？',
  Unsubscribe: '取消訂閱',
  'Undo a change': '復原變更',
  'Wasn’t this you?': '不是你本人？',
  'Undoing it restores the sign-in methods your account had before and signs out everyone. You can then choose a new password.':
    '復原會還原你的帳號先前的登入方式，並在所有地方登出。之後你可以設定新密碼。',
  'Undo and sign out everywhere': '復原並在所有地方登出',
  'An authenticator app was set up since then. If you have it, enter its code to remove it now. Otherwise it will be removed in 72 hours: we tell all email addresses of your account, and signing in with the app before then keeps it.':
    '之後設定了驗證器應用程式。如果你有該應用程式，請輸入其驗證碼以立即移除。否則它將在 72 小時後移除：我們會通知你帳號的所有電子郵件地址，在此之前用該應用程式登入即可保留它。',
  'Code from the authenticator app (optional)': '驗證器應用程式的驗證碼（選填）',
  'This code is not right. Wait for the next one and try again.': '驗證碼不正確。請等待下一個驗證碼後再試一次。',
  'The change has been undone': '變更已復原',
  'Your account at {{project}} has the sign-in methods it had before, and everyone has been signed out.':
    '你在 {{project}} 的帳號已還原先前的登入方式，並已在所有地方登出。',
  'The authenticator app that was set up since then is removed on {{endsAt}}. Until then, signing in needs its code, or a passkey if passkeys are a second factor too.':
    '之後設定的驗證器應用程式將於 {{endsAt}} 移除。在此之前，登入需要它的驗證碼；如果通行金鑰也用於雙重驗證，也可以使用通行金鑰。',
  'Choose a new password now, because someone may know the old one.': '請立即設定新密碼，因為可能有人知道舊密碼。',
  'Reset your password at {{project}} now, because someone may know the old one.':
    '請立即在 {{project}} 重設密碼，因為可能有人知道舊密碼。',
  'This isn’t me': '這不是我',
  'Isn’t this you?': '不是你本人？',
  'Someone signed up at {{project}} with your email address {{email}}.':
    '有人用你的電子郵件地址 {{email}} 註冊了 {{project}}。',
  'The account {{account}} at {{project}} wants to use your email address {{email}}.':
    '{{project}} 的帳號 {{account}} 想使用你的電子郵件地址 {{email}}。',
  'If that wasn’t you, remove your address. The account can then no longer use it.':
    '如果不是你本人，請移除你的地址。該帳號將無法再使用它。',
  'Remove my address': '移除我的地址',
  'Your address has been removed': '你的地址已移除',
  'The account at {{project}} can no longer use {{email}}.': '{{project}} 的帳號無法再使用 {{email}}。',
  'This link has already been used': '此連結已使用過',
  'There’s nothing left to do.': '沒有其他需要處理的事項。',
  'Unsubscribe?': '要取消訂閱嗎？',
  'You’ll no longer get marketing emails from {{project}}.': '你將不再收到 {{project}} 的行銷郵件。',
  'You’ve unsubscribed': '你已取消訂閱',
  'You’ve already unsubscribed': '你先前已取消訂閱',
  'The link is incomplete. Copy the whole link.': '連結不完整。請複製整個連結。',
  'Turn on JavaScript in your browser and open the link again.': '請在瀏覽器中啟用 JavaScript，然後重新開啟連結。',
  'Passkeys became your second factor since then. Those that were added will be removed in 72 hours: we tell all email addresses of your account, and signing in with one of them before then keeps it.':
    '之後通行金鑰成為了你的第二重驗證方式。新增的通行金鑰將在 72 小時後移除：我們會通知你帳號的所有電子郵件地址，在此之前用其中一個登入即可保留它。',
  'The passkeys that were added since then are removed on {{endsAt}}. Until then, signing in needs a passkey, or a code if you have an authenticator app.':
    '之後新增的通行金鑰將於 {{endsAt}} 移除。在此之前，登入需要通行金鑰；如果你有驗證器應用程式，也可以使用驗證碼。',
  'Your recovery codes will stop working. Create new ones in your account settings afterwards.':
    '你的復原碼將失效。之後請在帳號設定中建立新的復原碼。',
  'Your account has no recovery codes now. Create new ones in your account settings.':
    '你的帳號現在沒有復原碼。請在帳號設定中建立新的復原碼。',
  'This link no longer works': '此連結已失效',
  'It has expired. Sign in and check your account settings instead.': '連結已過期。請登入並查看你的帳號設定。',
  'It is incomplete, or a newer email has replaced it. Open the newest email and copy the whole link.':
    '連結不完整，或已被較新的郵件取代。請開啟最新的郵件並複製完整連結。',
  'Something went wrong': '發生錯誤',
  'Try again in a few minutes.': '請過幾分鐘再試。',
  'Your account has an older email address than the one this link was sent to. Use the link that was sent to that address.':
    '你的帳號有一個比此連結的收件地址更早的電子郵件地址。請使用寄到該地址的連結。',
  'The address has been verified in the meantime. Sign in and remove it in the account settings.':
    '該地址在此期間已通過驗證。請登入並在帳號設定中將其移除。',
  owner: '擁有者',
  admin: '管理員',
  developer: '開發人員',
  support: '支援人員',
  viewer: '檢視者',
  'This request has expired or was started in another browser. Start again in the app that sent you here.':
    '此要求已過期，或是在其他瀏覽器中開始的。請回到原本的應用程式重新開始。',
  'The app that sent you here made a request that this server does not accept ({{error}}). Tell its developers.':
    '原本的應用程式送出了此伺服器不接受的要求（{{error}}）。請告知該應用程式的開發者。',
  'You cannot be signed in': '無法登入',
  'Sign out of {{name}}?': '要登出 {{name}} 嗎？',
  'Other apps that you opened with this account may sign you out, too.':
    '你用此帳號開啟的其他應用程式也可能會將你登出。',
  'Sign out': '登出',
  'Stay signed in': '保持登入',
  'You are signed out': '你已登出',
  'You can close this page.': '你可以關閉此頁面。',
}

export default texts
