/** Providers whose addresses anybody can get, by the domains that people use most. */
export const freeMailDomains: ReadonlySet<string> = new Set(
  `126.com 139.com 163.com 189.cn abv.bg aim.com alice.it aliyun.com aol.com aol.co.uk aol.de aol.fr arcor.de att.net
  bellsouth.net bigpond.com bk.ru bluewin.ch bol.com.br btinternet.com centrum.cz charter.net comcast.net cox.net
  daum.net duck.com email.com email.cz email.de excite.com fastmail.com fastmail.fm foxmail.com free.fr freemail.hu
  freenet.de gmail.com gmx.at gmx.ch gmx.com gmx.de gmx.fr gmx.net googlemail.com hanmail.net hey.com home.nl
  hotmail.be hotmail.ca hotmail.co.jp hotmail.co.uk hotmail.com hotmail.com.br hotmail.de hotmail.es hotmail.fr
  hotmail.it hotmail.nl hotmail.se hushmail.com icloud.com ig.com.br inbox.com inbox.lv inbox.ru interia.pl kakao.com
  kpnmail.nl laposte.net libero.it list.ru live.be live.ca live.cn live.co.uk live.com live.com.au live.com.mx live.de
  live.dk live.fr live.it live.nl live.no live.se mac.com mail.com mail.de mail.ee mail.ru me.com msn.com nate.com
  naver.com neuf.fr ngs.ru nifty.com numericable.fr o2.co.uk o2.pl ok.de onet.pl online.de optonline.net optusnet.com.au
  orange.fr outlook.at outlook.be outlook.co.jp outlook.com outlook.com.br outlook.de outlook.dk outlook.es outlook.fr
  outlook.ie outlook.in outlook.it outlook.jp outlook.kr outlook.pt outlook.sa passport.com pm.me poczta.fm posteo.de
  posteo.net proton.me protonmail.ch protonmail.com qq.com rambler.ru rediffmail.com rocketmail.com runbox.com
  sapo.pt sbcglobal.net seznam.cz sfr.fr shaw.ca sina.cn sina.com skynet.be sky.com sohu.com sympatico.ca t-online.de
  talktalk.net telenet.be telus.net terra.com.br tiscali.it tlen.pl tuta.com tuta.io tutamail.com tutanota.com
  tutanota.de ukr.net uol.com.br verizon.net vip.qq.com virgilio.it virgin.net virginmedia.com vodafone.it volny.cz
  wanadoo.fr web.de windowslive.com wp.pl xtra.co.nz ya.ru yahoo.ca yahoo.cn yahoo.co.id yahoo.co.in yahoo.co.jp
  yahoo.co.kr yahoo.co.nz yahoo.co.th yahoo.co.uk yahoo.co.za yahoo.com yahoo.com.ar yahoo.com.au yahoo.com.br
  yahoo.com.cn yahoo.com.hk yahoo.com.mx yahoo.com.ph yahoo.com.sg yahoo.com.tr yahoo.com.tw yahoo.com.vn yahoo.de
  yahoo.dk yahoo.es yahoo.fi yahoo.fr yahoo.gr yahoo.ie yahoo.in yahoo.it yahoo.nl yahoo.no yahoo.pl yahoo.ro yahoo.se
  yandex.by yandex.com yandex.kz yandex.ru yandex.ua yeah.net ymail.com zoho.com zohomail.com zoho.eu zoznam.sk`.split(
    /\s+/,
  ),
)
