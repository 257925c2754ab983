@_spi(Engine) @testable import ContractCaptures
import Testing

@_spi(Engine) @testable import ContractCheck

/// Names by the words within them, in every case style.
@Suite struct SecretNameTests {
  private static func list(_ names: StaticString) -> [String] {
    names.description.split { $0 == " " || $0 == "\n" }.map(String.init)
  }

  private static let secrets = list(
    """
    access_token_v2 token_hash fcmTokenIos pushTokenIOS APNsDeviceTokenHex pwdHash userPass authCode
    otpCode mfaCode pinCode verificationCode sessionKey authKey masterKey X-Auth recoveryCodes cvc
    cardNumber codeVerifier samlResponse X-Amz-Signature accessToken ACCESS_TOKEN accesstoken
    access-token AccessToken refresh_token2 idToken oauthToken oauth_token bearer bearerToken
    csrfToken X-CSRF-Token xsrf_token deviceToken device_token devicetoken device-token fcmToken
    fcm_token apnsToken apns_token voipPushToken registrationToken resetToken password_reset_token
    inviteToken rememberToken remember_token sessionToken session_token sessionId SESSION_ID
    PHPSESSID phpsessid JSESSIONID sessid connect.sid password Password PASSWORD passwd pwd
    user_password newPassword old-password currentPassword passwordConfirmation passwordHash
    password_digest hashedPassword encrypted_password plainPassword dbPassword db_pass smtpPass
    DB_PASSWORD passphrase pass_phrase passcode passWord secret clientSecret client_secret
    CLIENT-SECRET secretKey appSecret sharedSecret webhook_secret totpSecret mfa_secret secretAnswer
    apiKey api_key API_KEY apikey X-Api-Key APIKey apiKeys api_keys privateKey private_key
    privateKeyPem encryptionKey encryption_key signingKey secretAccessKey accessKey access_key
    serverKey deployKey ssh_key hmacKey licenseKey credentials credential userCredentials
    authorization Authorization Proxy-Authorization cookie Cookie Set-Cookie cookies jwt jwtToken
    otp OTP totp one_time_password oneTimeCode otp_code 2faCode tfa_code mfa-code sms_code
    verification_code verifyCode confirmation_code activationCode resetCode backupCodes
    recovery_code securityCode accessCode loginCode unlock_code pin userPin card_pin newPin
    pin_hash cvv cvv2 CVC ssn socialSecurityNumber creditCardNumber credit_card_number cardNo
    seedPhrase recovery_phrase mnemonic magicLink connectionString code_verifier clientAssertion
    SAMLResponse auth authToken auth_token authData basicAuth x-auth-token XAuthToken tokens
    accessTokens user[password] p\\u0061ssword
    """)

  private static let others = list(
    """
    totalTokens nextPageToken secretary password_required passengers passenger pinned author
    authorName keyboard compass commit sha etag listing_key place_id placeId id uuid avatarURL
    thumbnail tokenCount token_count tokenType token_type TokenType maxTokens max_tokens
    prompt_tokens completionTokens tokensUsed tokenLimit tokenExpiresAt token_expires_at
    accessTokenExpiresIn passwordChangedAt password_changed_at passwordUpdatedAt hasPassword
    has_password isPasswordSet requiresPassword passwordStrength passwordMinLength passwordPolicy
    passwordHint tokenId tokenName tokenUrl token_endpoint tokenSymbol tokenAddress nextToken
    next_page_token pageToken syncToken continuationToken cursor nextCursor secretariat secretion
    cookieConsent cookie_policy cookieBanner authors authority authored authenticated
    authentication authType auth_method authProvider authUrl authorizationUrl authorization_status
    authorId author_name coAuthor key keys keyword keywords keyCode publicKey public_key primaryKey
    primary_key foreignKey sortKey cacheKey partitionKey idempotencyKey keyPath keychain monkey
    turkey hockey donkey code errorCode error_code statusCode status_code countryCode zipCode
    postal_code currencyCode languageCode areaCode promoCode barcode qrCode codec decode encoded
    codename opcode pins pinColor pinId pin_count pinnedAt mapPin spinner shipping opinion pinterest
    sessions sessionCount sessionName session_count passage passport passion bypass boardingPass
    seasonPass passRate passed passing compassion encompass trespass expiresIn expires_in signature
    signatureDate petitionSignature design cardType cardBrand cardholder number phoneNumber
    accountNumber houseNumber numberOfCards discard postcard wildcard card_count description name
    lat longitude created_at otpEnabled otpLength mfaEnabled mfa cvcCheck cvc_check scope state
    nonce colorTokens designTokens tokenizer tokenized tokenization tokenDecimals credentialType
    credential_count sidebar side sign signal assigned resign sigma inside residence president
    secretCount secret_name secretVersion assertion ticket insert responseCode oauthProvider
    """)

  @Test(arguments: secrets)
  func `Names of secrets`(name: String) {
    #expect(Redaction.isSecret(name))
    #expect(Redaction.shown("hunter2", ofProperty: name) == "‹7 characters›")
  }

  @Test(arguments: others)
  func `Names of something else`(name: String) {
    #expect(!Redaction.isSecret(name))
    #expect(Redaction.shown("hunter2", ofProperty: name) == "hunter2")
  }

  @Test(arguments: ["code", "key", "ticket", "assertion", "signature", "appKey"])
  func `The place decides`(name: String) {
    #expect(SecretName.meaning(of: name.utf8, in: .query).isSecret)
    #expect(URLRedaction.redact("/a?\(name)=hunter2") == "/a?\(name)=‹7 characters›")
  }

  @Test func `Counts are no secrets`() {
    for text in [#"{"tokens": 12}"#, #"{"totalTokens": 12, "cookies": 3}"#] {
      #expect(Redaction(Array(text.utf8)).masks.isEmpty)
    }
    #expect(URLRedaction.redact("/a?tokens=12") == "/a?tokens=12")
    #expect(!Redaction(Array(#"{"otpCode": 123456}"#.utf8)).masks.isEmpty)
    #expect(!Redaction(Array(#"{"tokens": ["abc"]}"#.utf8)).masks.isEmpty)
  }

  // MARK: Looks

  private static let issued = [
    "ghp_16C7e42F292c6912E7710c838347Ae178B4a", "github_pat_11ABCDEFG0aBcDeFgHiJkL_mNoPqRsT",
    "AKIAIOSFODNN7EXAMPLE", "sk_live_4eC39HqLyjWDarjtT1zdp7dc", "xoxb-12345-67890-abcdefGHIJ",
    "AIzaSyA1bC2dE3fG4hI5jK6lM7nO8pQ9rS0tU1v", String(repeating: "0a1b2c3d", count: 8),
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl", "dXN_-2:APA91bHun4MxP5egoKMwt2KZFBaFU",
    "q7Xk2LmP9vRt4YwZ8nBc3HdJ6fGsA1eUoKiT5yNx",
    #"-----BEGIN RSA PRIVATE KEY-----\nMIIEabc\n-----END RSA PRIVATE KEY-----"#,
  ]

  @Test(arguments: issued)
  func `Neighbours that look like secrets are masked`(secret: String) {
    for text in [#"{"x": "\#(secret)", "lat": 1}"#, #"{"\#(secret)": {}}"#, "a \(secret) b"] {
      let bytes = Array(text.utf8)
      let shown = String(decoding: Redaction(bytes).applied(to: bytes), as: UTF8.self)
      #expect(!shown.contains(secret.prefix(20)) && shown.contains(" characters›"), "\(shown)")
    }
    #expect(Redaction.shown(secret, ofProperty: "x") != secret)
  }

  @Test(arguments: [
    #"{"commit": "2fd4e1c67a2d28fced849ee1bb76e7391b93eb12", "sha": "da39a3ee5e6b4b0d3255bfef95601890afd80709"}"#,
    #"{"listing_key": "d41d8cd98f00b204e9800998ecf8427e", "id": "123e4567-e89b-12d3-a456-426614174000"}"#,
    #"{"placeId": "ChIJN1t_tDeuEmsRUsoyG83frY4ChIJN1t_tDeuEmsRUsoyG83frY4"}"#,
    #"{"x": "https://a.test/img/photo-1494790108377-be9c29b29330.jpg?w=300&h=200"}"#,
    #"{"avatarURL": "https://a.test/a/ACg8ocK1x2Y3z4W5v6U7t8S9r0QpOnMlKjIhGf=s96-c"}"#,
    #"{"thumb": "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk"}"#,
    #"{"nextPageToken": "eyJpZCI6MTIzNDU2Nzg5MCwiYSI6MX0="}"#,
    #"{"slug": "how-to-cook-pasta-for-20-people-in-half-an-hour-or-even-less-than-that-time"}"#,
    #"{"x": "d41d8cd98f00b204e9800998ecf8427e", "y": "/api/v1/Locations/public/nearby/all/things"}"#,
  ])
  func `Ids, digests and pictures are shown`(text: String) {
    let bytes = Array(text.utf8)
    #expect(String(decoding: Redaction(bytes).applied(to: bytes), as: UTF8.self) == text)
  }

  @Test func `Digests in paths are shown`() {
    for url in [
      "/properties/d41d8cd98f00b204e9800998ecf8427e",
      "/commit/2fd4e1c67a2d28fced849ee1bb76e7391b93eb12",
    ] { #expect(URLRedaction.redact(url) == url) }
  }

  @Test func `File names`() {
    let token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl"
    #expect(Redaction.fileName("a/x-\(token).json") == "a/x-‹49 characters›.json")
    #expect(Redaction.fileName("Fixtures/users.list.json") == "Fixtures/users.list.json")
  }

  @Test func `What the tool was given is masked under any name`() {
    OwnSecrets.hide(["plain/words"]) {
      for text in [#"{"m": "not plain/words?"}"#, #"{"m": "plain\/words"}"#] {
        let bytes = Array(text.utf8)
        #expect(!Redaction(bytes).masks.isEmpty)
      }
      #expect(Redaction.shown("plain/words", ofProperty: "m") == "‹secret›")
      #expect(!URLRedaction.redact("/a/plain%2Fwords").contains("plain"))
      #expect(Redaction.text("a plain/words b") == "a ‹secret› b")
    }
    #expect(Redaction.text("a plain/words b") == "a plain/words b")
  }

  @Test
  func `Hostile texts take linear time`() {
    for part in [
      "SG.", "a/", "eyJ", "npm_", "-----BEGIN ", "bearer ", "tokenpassauth=", "https://",
    ] {
      _ = Redaction(Array(String(repeating: part, count: 10_000).utf8), isMalformed: true)
    }
  }
}
