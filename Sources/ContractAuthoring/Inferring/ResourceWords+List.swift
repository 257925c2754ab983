extension ResourceWords {
  /// Ordinary words of REST APIs. Nouns are in the singular. None of these words is usual as a name
  /// of recorded things.
  static let all = Set(
    """
    2fa 3d a a2p abandoned ability abort absence abuse accelerator accept accepted access \
    accessible accessory account accounting accrual accumulate ach acknowledge acl acls action \
    actions activate activation active activity actor ad add addon address adgroup adjust \
    adjustment admin administration administrator admission admissionregistration adset advance \
    advanced advertisement advice advisories advisory aerial affected affiliate after aged agency \
    agenda agent agg aggregate aggregation agreement ai ailment air aircraft airfare airing \
    airline airport aisle alarm album alert alerting alerts algorithm alias align alignment all \
    allergy allocation allow allowed allowlist amendment amenity aml amount an analyse analysis \
    analytic analytics analyze anchor and animal annotation announcement annual anomaly anonymous \
    answer any apartment api apiextensions apiregistration apis apiserver apiservice apm apod app \
    appeal appearance append appliance applicant application applicationrole apply appointment \
    approle approval approve approved approver archive archived are area argument armor armour \
    array arrival article artifact artist as ask assert asset assetlink assign assignable \
    assigned assignee assignees assignment assistant associate associated association assurance \
    asteroid astronaut async at athlete atom attach attachment attack attempt attend attendance \
    attendee attestation attorney attribute attribution auction audience audio audiobook audit \
    auditing auditlog auth authenticate authentication authenticator authn author authority \
    authorization authorize authorized authz auto autocomplete autocompletion autofill autofix \
    autolink automated automation autoscale autoscaler autoscaling availability available avatar \
    average award away backend background backlog backup badge bag baggage balance balancer \
    ballot ban band bandwidth bank banking banner barcode barrier base basket batch battery \
    battle be beacon beam bearer beer before behavior bell benchmark beneficiary benefit best bet \
    beta between beverage bgp bic bid bill billable billing bin binary bind binding bio biometric \
    bitcoin blacklist blob block blockchain blocked blocking blocklist blog bluetooth board \
    boarding body bond bonus book booking booklet bookmark bot bounce boundary bounds box bracket \
    branch brand branding break breed bridge brief broadcast broker browse browser brute bucket \
    bucketlist budget budgets buffer bug build builder building bulk bulkhead bundle bus business \
    busy button buyer by bypass byte ca cache cached calculate calculation calculator calendar \
    call callback caller calling calories camera campaign campus can cancel cancelable \
    cancellation candidate candle cap capability capacity capsule captain captcha caption capture \
    car card cardholder cargo carrier cart cascade case cash cashflow cast cat catalog catalogue \
    category cause ccpa cd cdn cell center centre cert certificate certificatesigningrequest \
    certification certify chain chair challenge change changelog channel chapter character \
    characteristic charge chart charting chat check checkin checklist checkout checkpoint \
    checksum child children chunk ci cidr circuit circumstance city claim class classic classification \
    classifier classroom clause clean cleanup clear clearance click client climate clinic clip \
    clipboard clock clone clones close closed closing cloud club cluster clusterrole \
    clusterrolebinding clustertrustbundle cms cname coach code codec codeowner codespace coding \
    coffee cohort collaboration collaborator collaborators collect collection color colour column \
    columnist combination command comment commerce commission commit commits committee common \
    communication community company compare comparison compatibility compensation complaint \
    complete completed completion compliance component componentstatus compose composer compress \
    compute computed computer conan concept concurrency condition conduct conference \
    confidentiality config configmap configuration configure confirm confirmation conflict \
    connect connection connectivity connector consent consignment console constant constituency \
    constraint construction constructor consume consumed consumer consumption contact contain \
    container content contest context contract contractor contribution contributor control \
    controller controllerrevision conversation conversion convert converted cookie cooldown \
    coordinate coordination copilot copy core correction correlation cost count counter country \
    coupon courier course court cover coverage cpu crd create created creation creative creator \
    credential credit creditor crew criteria crm cron cronjob crop crypto csidriver csinode \
    csistoragecapacity csr csv cuisine currency current curriculum cursor curve custom customer \
    customization customized customresourcedefinition customs cut cutoff cve cycle daemonset \
    daily damage dangerous dashboard data database dataset datasource date datetime day dbs \
    deactivate deactivation deadline deal dealer debian debit debt debug decision deck decline \
    decode dedicated default defined definition degree delegate delegation delete deleted deliver \
    delivery delta demand demo demographic denied deny department departure dependabot dependency \
    dependent deploy deployment deposit depot deprecated deprecation depth derive derived desc \
    description design desk desktop destination destroy detach detail detailed detect detection \
    detector dev developer device deviceclass diagnosis diagnostic diagram dialog dialogue \
    dictionary diff digest dimension direct direction directive directory disable disabled \
    disapprove disassociate disconnect discount discover discoverability discovery discussion \
    disease dish disk dismiss dismissal dispatch dispatches display displayed dispute distance \
    distinct distribute distribution district diversity dividend dns dnssec do doc dock docker \
    dockerfile docket docs document documentation does doi domain donation done donor door dosage \
    download downtime downvote downvoted draft draftable drafts draw drawer drink drive driver \
    drop dropoff drug dry dub dubbing due dump duplicate duration duty dynamic ear early earning \
    east echo economy edge edit edition editor editorial education effect effort egg elastic \
    election electrical element elevation eligible email embargo embed embedding embeds emergency \
    emission emoji emojis employee employer employment empty enable enabled enablement enabling \
    encode encounter encryption end endorse endorsement endpoint endpointslice energy enforce \
    engagement engine engineer enhance enqueue enrich enrichment enroll enrollment enterprise \
    entitlement entity entries entry enum enumeration env envelope environment ephemeral \
    ephemeralcontainer epic episode equipment equity erp error escalation escrow esim estate \
    estimate eula eval evaluate evaluation event everything eviction evidence evolution exam \
    example exception exchange exclude exclusion exec execute execution executive exempt \
    exemption exercise exist exit expand expansion expense experience experiment experimental \
    expert expiration expire expired explanation explore export express expression extend \
    extended extension external extract extraction eye face facet faceting facility fact faction \
    factor faculty failed failover failure familiar family fapi faq fare farm fasting favicon \
    favorite favourite feature featured federated federation fee feed feedback ferry fetch field \
    fieldconfiguration figure file filed filesystem filing fill film filter filterable filtering \
    finalize finance financial financing find finding fine fingerprint finish firewall firmware \
    first fiscal fixture flag flagged flair flamegraph flavor fleet flight flood flow flowcontrol \
    flowschema folder follow followed follower following font food footer for force forced \
    forecast foreign forgot fork form format forum forward forwarding fraud free freebusy freeze \
    freight frequency friend friendship from front frontend fuel fulfill fulfillment full \
    function fund funding funnel fusion future fx gadget gallery game garage garbage gas gate \
    gateway gcode gdpr gear gen gender gene general generate generation generator genome genre \
    geo geocode geography geometry get gif gift gist git gitignore global glossary goal good \
    goods governance government gps gpu grade gradebook grader grants granularity graph graphql \
    green gridpoint group grouping growth guarantee guardian guardrail guest guide guideline \
    guild h323 habitat hand handler handoff hardware harvest has hash hashtag head header heading \
    headline health healthcheck healthz hearing heartbeat heartrate helm help helper hidden hide \
    hierarchy high highlight historical history hit hold holder holding holiday home homework \
    hook horizontalpodautoscaler hospital host hosted hosting hotel hotfix hour house household \
    housing hovercard hpa hr html http hub hubdb human hvac hydration i18n iam iban ice icon ics \
    id identification identifier identify identity identityprovider idp ilm im image imei \
    immunization immutable impact impersonation import imported impression improvement in \
    inactive inbound inbox incident include income incoming increment index indexing indicator \
    indices individual industry inference info information informed infrastructure ingest \
    ingestion ingredient ingress ingressclass inherit init initial initialize initiate inline \
    innersource input inquiry insert insight inspect inspection install installable installation \
    installed installer instance instantiate institution instruction instructor instrument \
    insurance integration intent intention interaction interest interface internal international \
    internet interpreter interrupt interval interview intl into introspect invalidate inventory \
    investigation investment investor invitation invitations invite invited invocation invoice \
    invoke io iot ip ipaddress ipv4 ipv6 irrigation is isolated isolation issue issued issuelink \
    issuer issuetype issuing it item iteration itinerary its job join joined journal journey jql \
    json judge jump jurisdiction jwe jwk jwks jwt k8s kafka karma kennel kernel key keyboard \
    keystore keyword kick kill kind kit kitchen kline knowledge known kom kpi kubernetes kudo kv \
    kyb kyc label labor laboratory landing landlord language languages lap large last latency \
    latest launch launchpad law lawyer layer layout lb ldap lead leader leaderboard leaf league \
    learner learning lease leasecandidate leave lecture ledger legacy legal lesson letter level \
    leverage lfs liability library licence license lifecycle like liked limit limitrange line \
    lineage link linked linking lint liquidity list listen listener listing literal live liveness \
    livestock livestream llm load loan lobby local locale localization localized \
    localsubjectaccessreview location lock locked lockout log logger logging login logo logout \
    logs lookup loss lounge loyalty lte luggage lyric machine mail mailbox mailer mailing main \
    maintainer maintenance make malware manage managed management manager mandate manifest manual \
    manufacturer map mapper mapping margin marine markdown marker market marketing marketplace \
    mask master match matching material matrix mau maven maximum mcp md5 me meal measure \
    measurement media medication medicine medium meeting member membership memo memory mention \
    menu merchandise merchant merge merged message messaging meta metadata metafield meter method \
    metric mfa microdeposit microphone migrate migration milestone milestones mine mineral \
    minimum minister ministry minute mirror missing mission ml mobile mock mode model moderation \
    moderator modification modifier modify modqueue module moment money mongodb monitor \
    monitoring monster month monthly mortgage most motion mount move movement movie mp3 mp4 \
    msearch multi multimedia multipart museum music mutatingadmissionpolicy \
    mutatingwebhookconfiguration mute muted my mypermissions myself mysql name namespace \
    narrative nat national native nature nav navigate navigation nearby negotiate neighbor \
    neighborhood neighbour neo nested network networking networkpolicy new newest news newsletter \
    newsroom next nexus nfc nft nickname node nomination nonce not note notebook notice \
    notification notificationscheme notify now npm nuget number numbers nutrition oas oauth \
    oauth2 object objective observation observer occurrence ocr odds odometer oembed of off offer \
    office offline oidc on onboarding oncall onecall onedrive onenote ones online op open openapi \
    opened openid opening opensearch operation operator opinion opportunity opt option or orbit \
    orchestration order orderbook ordering org organisation organization orientation origin \
    original originator orphan otp our out outage outbound outbox outcome outgoing outlet outlier \
    output outreach outside oven over overage overdue overlay overpayment override overview own \
    owned owner ownership pack package packet packing page pagination paid pair pallet panel \
    paragraph parameter parcel parent parish park parking parliament parse parser parsing part \
    partial participant participation partition partner party pass passenger passkey passport \
    password past patch path patient pattern pause paused pay payable payee payer payload payment \
    payout payroll paystub pdf peer peering penalty pending people per percentage percentile \
    performance period permalink permission permissionscheme permit persistentvolume \
    persistentvolumeclaim person persona personal pest pet petition pharmacy phase phone photo \
    photograph physical physician picker picking pickup picture pie pin ping pinned pipeline \
    pixel pki place plan planet planned planner plant platform play playback player playground \
    playing playlist playlistitem plot plugin plumbing png pod podcast podcertificaterequest \
    poddisruptionbudget podtemplate poi point pointer policy poll polling pollution pool popular \
    port portable portal portfolio portforward pos position post postal postcard poster postgres \
    postgresql postmortem posture pot power pr practice practitioner pre precheck precinct \
    precision predict prediction pref preference prefix premium prepare prepayment preprod \
    preregistered prescription presence present presentation preset presigned press preview \
    previous price pricing primary principal print printer priority priorityclass \
    prioritylevelconfiguration privacy private privilege privileged prize probe problem procedure \
    process processing processor procurement producer prod product production profession profile \
    profiling profit program programme progress project projection promo promote promotion prompt \
    proof property proposal propose prospect protect protected protection protein protocol \
    prototype provenance provider province provision provisional provisioning proximity proxy \
    prune public publication publish published publisher pull pulse punch purchase purchased \
    purge purpose push putaway pypi qa qos qr quality quarter query quest question questionnaire \
    queue quick quiz quota quotation quote race radar radio raft ram random range rank ranking \
    rate rated rating raw rbac reach react reaction reactivate read reader readiness reading \
    readme ready real realm realtime reason reblog rebuild receipt receivable receive received \
    receiver recent recently recipe recipient recommendation recommended reconciliation record \
    recording recover recovery recurring recycle redact redeem redemption redirect redirects \
    redis reel reels ref refer referee reference referral referrer referrers refine refresh refs \
    refuel refund refuse regenerate region register registrant registration registry regular \
    regulation reindex reinvite reject rejected rejection rekey related relation relations \
    relationship relay release relevance reload remainder reminder remix remote removal remove \
    removed rename render renew renewal rent rental reopen reorder repair repayment repeat \
    repeating replace replay replica replicaset replication replicationcontroller reply repo \
    report reporter reporting repository representative reputation request requested required \
    requirement requisition resale reschedule research resend reservation reserve reserved reset \
    reshare residence resize resolution resolve resolved resource resourceclaim \
    resourceclaimtemplate resourcequota resourceslice resourceslices respond responder response \
    responsibility rest restart restaurant restock restore restrict restricted restriction result \
    resume resync retail retailer retention retire retrieve retry return retweet revenue reversal \
    reverse revert review reviewed reviewer revision revocation revoke reward rfid ride right \
    ring rising risk road rocket role rolebinding rollback rollout room root roster rotate \
    rotation round route router routine routing rover row royalty rpc rss rubygems rule ruler \
    ruleset rum run runner running runtime runtimeclass runway s3 safety salary sale sales saml \
    sample sandbox sapi sarif satellite save saved savings sbom scale scan scanning scenario \
    scene schedule scheduled scheduler scheduling schema scheme scholarship school scim scope \
    scoped score scoreboard scorecard scrap screen screening screenscheme screenshot script \
    scroll sdk seal search searchable season seat seatmap second secret section sector secure \
    security seed seek segment select selected selection selective selector self \
    selfsubjectaccessreview selfsubjectreview selfsubjectrulesreview sell seller semester senate \
    send sender sensor sent sentence sentiment sentinel seo sepa separate separator sequence \
    sequential serial series sermon serve server serverinfo service serviceaccount servicecidr \
    session set setting settle settlement setup severity sha256 shadow shape share shared \
    shareholder sharing sheet shelf shell shield shift ship shipment shipping shipyard shop \
    shopping short shortcut shortening shot show showcase shuffle shutdown shuttle sibling side \
    sigma sign signal signalling signature signed signer signin signing signout signup silence \
    sim similar simulate simulation simulator since single sink sip site sitemap size skill skip \
    sku slack sleep slice slide slo slot slug smart sms snap snapshot snapshots snippet snooze \
    snoozed social socket software soil solution solved song sort sortable sound soundboard \
    source space spam span speaker spec special specialty species specification speech speed \
    spell spend spending spike split sponsor sport spot spreadsheet sprint sql squad ssd ssh ssl \
    sso stablecoin stack stadium staff stage staging stake stamp standard standing standings star \
    stargazer starred starship start started starter state statefulset statement static station \
    stationery statistic statistics stats status statuscategory statuses step steps sticker \
    stickers still stock stop stopped storage storageclass storagemigration storageversion \
    storageversionmigration store storefront story stove strategy stream streaming street stress \
    string structure structured stt stubbed student studio study style stylesheet sub subcategory \
    subdomain subissue subject subjectaccessreview submission submit submitted submodule subnet \
    subreddit subscribe subscribed subscriber subscription subtask subtitle subtotal suggest \
    suggested suggestion suite summary super supplier supply support supported supporting \
    suppression surface survey suspend suspended suspension svg swagger swap swarm sweep swift \
    switch syllabus symbol symptom sync synced synchronization synonym syntax synthesis synthetic \
    sys system tab table tag tagged tagging tail tarball target tariff task tax taxonomy tcp \
    teacher team teamwork teaser technical technician technique telemetry telephone telephony \
    television temp temperature template tenant tender term terminal terminate termination terms \
    terraform terrain territory test testing text texture than that the theater theatre their \
    theme thermostat thing third this thread threat threshold throughput thumb thumbnail ticker \
    ticket ticketing tier tile time timecard timeline timeoff timer timesheet timeslot timestamp \
    timetable timezone timing tip tire title tls to today todo toggle token tokenreview tolerance \
    toll tollfree tomorrow tool toolbox toolkit top topic topics topology topup tos total totp \
    touch tour tournament trace track tracker tracking trade trading traffic trailer train \
    trainer training tram transaction transcode transcribe transcript transcription transfer \
    transform transformation transit transition transitive translate translation transport trash \
    travel traveler treasury treatment tree trend trending trial trigger triggered trim trip \
    trophy truck trunk trust trusted tts tuition tune tuning tunnel tuple turn tutor tutorial tv \
    tweet twin type typeahead typing typo udp ui unarchive unassign unblock unbounded \
    uncollectible unconfirmed under underwriting undo unenroll unfavorite unfeature unfollow \
    unfurl uninstall unit university unleash unlike unlink unlock unmerge unmute unpause unpin \
    unpublish unread unregister unresolved unseal unseen unset unshare unstar unsubscribe \
    unsuspend until unverified unvote unwatch unwrap up upcoming update updated upfront upgrade \
    upload uploaded uploads upon upsert upstream uptime upvote upvoted uri url us usa2p usage use \
    used user usergroup userinfo username userpass utf8 utility utilization uv ux v0 v1 v1alpha1 \
    v1alpha2 v1beta1 v1beta2 v1beta3 v2 v2alpha1 v2beta1 v2beta2 v2beta3 v3 v4 v5 v6 v7 v8 v9 \
    vacancy vacation vaccination vaccine valid validate validatingadmissionpolicy \
    validatingadmissionpolicybinding validatingwebhookconfiguration validation validator \
    valuation value vanity variable variant variation vat vault vector vehicle vendor venue verb \
    verdict verification verified verify version vessel veterinarian vetting via video view \
    viewed viewer violation viral virtual virus visa visibility visit visited visitor vm \
    vocabulary voice void voip volume volumeattachment volumeattributesclass volunteer vote voted \
    voter voting voucher vpc vpn vs vulnerability wage wager wait waiter waiting waitlist waiver \
    wallet warehouse warning warp warranty was waste watch watched watcher watchlist watermark \
    waveform waybill waypoint weapon weather web webauthn webhook webhooks webinar website week \
    weekly weight welcome well wellknown where whitelist whoami widget wifi wiki wikis win window \
    wine winner wishlist with withdraw withdrawal within without witness word work worker \
    workflow workflowscheme workgroup workload worklog workout workplace worksheet workspace \
    workweek wp wrapper wrapping writer x509 xml yaml year yearly yesterday yield your zen zip \
    zipball zone zoom
    """.split(separator: " ").map(String.init))
}
